import { teamTexts } from '../../core/texts/en-console-team.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'
import { Time } from '../parts/time.js'
import { useRight, useSession } from '../session/session.js'
import { describeBrowser } from './describe-browser.js'
import { MembershipPanel } from './membership-panel.js'
import { OwnerPanel } from './owner-panel.js'
import { PasskeysPanel } from './passkeys-panel.js'
import { RecoveriesPanel } from './recoveries-panel.js'

const texts = teamTexts.security

/** The sign-in methods of the person, and the owner of the shop. */
export function SecurityTab() {
  const { me } = useSession()
  const mayManage = useRight('ownership:manage')
  return (
    <>
      <SessionsPanel />
      <PasskeysPanel />
      <MembershipPanel />
      {mayManage && <OwnerPanel />}
      {me.wallet !== null && <RecoveriesPanel />}
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
                    <span class="user-agent" title={userAgent}>
                      {describeBrowser(userAgent)}
                    </span>
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
