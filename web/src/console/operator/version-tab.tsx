import { operatorTexts } from '../../core/texts/en-console-operator.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useLoad } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'
import { Time } from '../parts/time.js'

const texts = operatorTexts.version

const tones = { applied: 'good', pending: 'warn', edited: 'bad', unknown: 'warn' } as const

/** The versions of the service, and the state of its migrations. */
export function VersionTab() {
  const formats = useFormats()
  const query = useLoad('/api/admin/version')
  return (
    <Loaded query={query}>
      {({ migrations, ...version }) => (
        <>
          <Panel title={texts.title}>
            <dl class="fact-grid">
              {[
                [texts.api, version.version],
                [texts.node, version.runtime],
                [texts.database, version.database],
                [texts.mode, version.mode],
                [texts.role, version.role],
                [texts.chain, String(version.chainId)],
                [texts.started, formats.dateTime(version.startedAt)],
              ].map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Panel title={texts.migrations}>
            <Rows
              label={texts.migrations}
              rows={migrations}
              keyOf={({ name }) => name}
              columns={[
                { id: 'name', label: texts.columns.name, cell: ({ name }) => <code>{name}</code> },
                {
                  id: 'state',
                  label: texts.columns.state,
                  cell: ({ state }) => <Pill tone={tones[state]} word={texts.states[state]} />,
                },
                {
                  id: 'at',
                  label: texts.columns.at,
                  isEnd: true,
                  cell: ({ appliedAt }) => appliedAt !== null && <Time at={appliedAt} />,
                },
              ]}
            />
          </Panel>
        </>
      )}
    </Loaded>
  )
}
