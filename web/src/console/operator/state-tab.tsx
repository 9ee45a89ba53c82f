import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useLoad } from '../panels/use-load.js'
import { AlertsPanel } from './alerts-panel.js'
import { DoctorPanel } from './doctor-panel.js'

const texts = operatorTexts.state

type Node = ResultOf<'get', '/api/admin/nodes'>['nodes'][number]

/** The problems of the platform: alerts, checks, nodes and the findings of the doctor. */
export function StateTab() {
  return (
    <>
      <AlertsPanel />
      <NodesPanel />
      <DoctorPanel />
    </>
  )
}

function NodesPanel() {
  const formats = useFormats()
  const query = useLoad('/api/admin/nodes', {}, { refreshMs: 10_000 })
  return (
    <Panel title={texts.nodes}>
      <Loaded
        query={query}
        empty={({ nodes }) => (nodes.length === 0 ? <p class="soft">{texts.noNodes}</p> : null)}
      >
        {({ nodes, paymentsBehind }) => (
          <>
            <Rows
              label={texts.nodes}
              rows={nodes}
              keyOf={({ node }) => String(node)}
              columns={[
                {
                  id: 'node',
                  label: texts.columns.node,
                  cell: ({ node, error }: Node) => (
                    <span class="two-lines">
                      <b>{texts.node(node)}</b>
                      {error && <span class="bad-text">{error}</span>}
                    </span>
                  ),
                },
                {
                  id: 'block',
                  label: texts.columns.block,
                  isEnd: true,
                  cell: ({ blockNumber }: Node) =>
                    blockNumber === null ? '' : formats.count(blockNumber),
                },
                {
                  id: 'behind',
                  label: texts.columns.behind,
                  isEnd: true,
                  cell: ({ blocksBehind }: Node) =>
                    blocksBehind === null ? '' : texts.behind(blocksBehind),
                },
                {
                  id: 'latency',
                  label: texts.columns.latency,
                  isEnd: true,
                  cell: ({ latencyMs }: Node) =>
                    latencyMs === null ? '' : `${formats.count(latencyMs)} ms`,
                },
              ]}
            />
            {paymentsBehind !== null && (
              <p class="soft inset">{texts.paymentsBehind(formats.count(paymentsBehind))}</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
