import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'

const texts = teamTexts.registers

export type Register = ResultOf<'get', '/api/registers'>['registers'][number]
type Device = ResultOf<'get', '/api/devices'>['devices'][number]

/** The devices that are paired with registers. */
export function DevicesPanel({ registers }: { registers: readonly Register[] }) {
  const query = useLoad('/api/devices', {}, { refreshMs: 10_000 })
  const [ended, setEnded] = useState<Device | null>(null)
  return (
    <Panel title={texts.devices}>
      <Loaded
        query={query}
        empty={({ devices }) =>
          devices.length === 0 ? <p class="soft">{texts.noDevices}</p> : null
        }
      >
        {({ devices }) => (
          <Rows
            label={texts.devices}
            rows={devices}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'device',
                label: texts.columns.device,
                cell: ({ name, kind }) => (
                  <span class="two-lines">
                    <b>{name}</b>
                    <span class="soft">{texts.kinds[kind]}</span>
                  </span>
                ),
              },
              {
                id: 'register',
                label: texts.columns.register,
                cell: ({ registerId }) => registers.find(({ id }) => id === registerId)?.name ?? '',
              },
              {
                id: 'used',
                label: texts.columns.used,
                isEnd: true,
                cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
              },
              {
                id: 'end',
                label: texts.revoke,
                isLabelHidden: true,
                isEnd: true,
                cell: (device) => (
                  <button
                    type="button"
                    class="button quiet"
                    aria-label={texts.revokeTitle(device.name)}
                    onClick={() => setEnded(device)}
                  >
                    {texts.revoke}
                  </button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {ended && <EndDialog device={ended} onClose={() => setEnded(null)} />}
    </Panel>
  )
}

function EndDialog({ device: { id, name }, onClose }: { device: Device; onClose(): void }) {
  const { api } = useSession()
  const end = useAct(() => api.call('delete', '/api/devices/{id}', { path: { id } }), {
    done: texts.revoked,
    changes: ['/api/devices'],
    isQuiet: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={texts.revokeTitle(name)}
      submit={texts.revoke}
      isDanger
      onSubmit={() => end.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.revokeText}</p>
    </FormDialog>
  )
}
