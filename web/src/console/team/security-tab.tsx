import { useState } from 'preact/hooks'
import { panelTexts } from '../../core/texts/en-console-panels.js'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { Address } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'
import { Time } from '../parts/time.js'
import { useRight, useSession } from '../session/session.js'

const texts = teamTexts.security

type Passkey = ResultOf<'get', '/api/passkeys'>['passkeys'][number]

/** What the person signs in with, and who owns the shop. */
export function SecurityTab() {
  const mayManage = useRight('ownership:manage')
  return (
    <>
      <SessionsPanel />
      <PasskeysPanel />
      {mayManage && <OwnerPanel />}
    </>
  )
}

function SessionsPanel() {
  const { api } = useSession()
  const query = useLoad('/api/sessions')
  const end = useAct((id: string) => api.call('delete', '/api/sessions/{id}', { path: { id } }), {
    done: texts.ended,
    changes: ['/api/sessions'],
  })
  return (
    <Panel title={texts.sessions} note={texts.sessionsNote}>
      <Loaded query={query}>
        {({ sessions }) => (
          <Rows
            label={texts.sessions}
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'device',
                label: texts.device,
                cell: ({ userAgent, isCurrent }) => (
                  <span class="two-lines">
                    {isCurrent && (
                      <span>
                        <Pill tone="good" word={texts.current} />
                      </span>
                    )}
                    <span class="user-agent">{userAgent}</span>
                  </span>
                ),
              },
              {
                id: 'since',
                label: texts.signedIn,
                isEnd: true,
                cell: ({ createdAt }) => <Time at={createdAt} />,
              },
              {
                id: 'until',
                label: texts.until,
                isEnd: true,
                cell: ({ expiresAt }) => <Time at={expiresAt} />,
              },
              {
                id: 'end',
                label: texts.end,
                isLabelHidden: true,
                isEnd: true,
                cell: ({ id, isCurrent }) =>
                  !isCurrent && (
                    <button
                      type="button"
                      class="button"
                      disabled={end.isPending}
                      onClick={() => end.mutate(id)}
                    >
                      {texts.end}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function PasskeysPanel() {
  const query = useLoad('/api/passkeys')
  const [removed, setRemoved] = useState<Passkey | null>(null)
  return (
    <Panel title={texts.passkeys} note={texts.passkeysNote}>
      <Loaded
        query={query}
        empty={({ passkeys }) =>
          passkeys.length === 0 ? <p class="soft">{texts.noPasskeys}</p> : null
        }
      >
        {({ passkeys }) => (
          <Rows
            label={texts.passkeys}
            rows={passkeys}
            keyOf={({ id }) => id}
            columns={[
              { id: 'name', label: texts.passkeys, cell: ({ name }) => <b>{name}</b> },
              {
                id: 'added',
                label: texts.added,
                cell: ({ createdAt }) => <Time at={createdAt} kind="day" />,
              },
              {
                id: 'used',
                label: texts.used,
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === null ? panelTexts.never : <Time at={lastUsedAt} />,
              },
              {
                id: 'remove',
                label: texts.remove,
                isLabelHidden: true,
                isEnd: true,
                cell: (passkey) => (
                  <button
                    type="button"
                    class="button quiet"
                    aria-label={texts.removeTitle(passkey.name)}
                    onClick={() => setRemoved(passkey)}
                  >
                    {texts.remove}
                  </button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { api } = useSession()
  const remove = useAct(
    () => api.call('delete', '/api/passkeys/{id}', { path: { id: passkey.id } }),
    { done: texts.removed, changes: ['/api/passkeys'], isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={texts.removeTitle(passkey.name)}
      submit={texts.remove}
      isDanger
      onSubmit={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </FormDialog>
  )
}

function OwnerPanel() {
  const query = useLoad('/api/owner')
  return (
    <Panel title={texts.owner} note={texts.ownerNote}>
      <Loaded query={query}>
        {({ owner, recoveryWallet }) => (
          <dl class="fact-grid">
            <div>
              <dt>{texts.ownerWallet}</dt>
              <dd>
                <Address value={owner} />
              </dd>
            </div>
            <div>
              <dt>{texts.recovery}</dt>
              <dd>{recoveryWallet ? <Address value={recoveryWallet} /> : texts.noRecovery}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Panel>
  )
}
