"""The sections of a report, in their order. One that the document says nothing for is left out."""

from rulewright_tools.lab.report.document import Section
from rulewright_tools.lab.report.sections.entries import ENTRIES
from rulewright_tools.lab.report.sections.entry_changes import ENTRY_CHANGES
from rulewright_tools.lab.report.sections.faults import FAULTS
from rulewright_tools.lab.report.sections.ladder import LADDER
from rulewright_tools.lab.report.sections.lift_changes import LIFT_CHANGES
from rulewright_tools.lab.report.sections.lifts import LIFTS
from rulewright_tools.lab.report.sections.luck import LUCK
from rulewright_tools.lab.report.sections.measures import MEASURES
from rulewright_tools.lab.report.sections.overview import OVERVIEW
from rulewright_tools.lab.report.sections.pace import PACE
from rulewright_tools.lab.report.sections.parting import PARTING
from rulewright_tools.lab.report.sections.played import PLAYED
from rulewright_tools.lab.report.sections.proportions import PROPORTIONS
from rulewright_tools.lab.report.sections.scores import SCORES
from rulewright_tools.lab.report.sections.seats import SEATS
from rulewright_tools.lab.report.sections.tension import TENSION
from rulewright_tools.lab.report.sections.tornado import TORNADO

SECTIONS: tuple[Section, ...] = (
    PLAYED,
    TORNADO,
    LADDER,
    OVERVIEW,
    SCORES,
    SEATS,
    MEASURES,
    LIFTS,
    LIFT_CHANGES,
    ENTRY_CHANGES,
    ENTRIES,
    PROPORTIONS,
    PACE,
    TENSION,
    LUCK,
    PARTING,
    FAULTS,
)
