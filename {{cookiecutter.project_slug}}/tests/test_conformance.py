"""What every transactional tool and the database must do; `agent new-tool` adds a sample for each new tool."""

from agent_framework.testing.conformance import Sample, ToolConformance
from agent_framework.testing.storage_conformance import StorageConformance

from app.state import AgentState

SAMPLES: dict[str, Sample] = {
    "cancelar_pedido": Sample(
        eligible={"order_id": "PED-1001"},
        ineligible=[{"order_id": "PED-2001"}, {"order_id": "PED-2002"}, {"order_id": "PED-2003"}],
        rejected=[{"order_id": "PED-9001"}, {"order_id": "PED-0000"}],
    ),
    "contestar_cobranca": Sample(
        eligible={"subject": "TIM CTRL Redes Sociais 8.0", "valor": "71.99"},
        rejected=[
            {"subject": "TIM CTRL Redes Sociais 8.0", "valor": "72.00"},
            {"subject": "TIM CTRL Redes Sociais 8.0", "valor": "0.00"},
            {"subject": "Academia", "valor": "10.00"},
        ],
    ),
}


class TestTools(ToolConformance):
    samples = SAMPLES


class TestStorage(StorageConformance):
    state = AgentState
