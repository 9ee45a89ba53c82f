import { teamTexts } from '../../core/texts/en-console-team.js'
import { useFormats } from '../format/use-formats.js'
import { shorten } from '../panels/address.js'
import { ConfirmButton } from '../panels/confirm-dialog.js'
import { Panel } from '../panels/page.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

const texts = teamTexts.security

/** The shops that invited the person, and the button that leaves this shop. */
export function MembershipPanel() {
  const { api, me, membership } = useSession()
  const { roles } = useConsoleTexts()
  const { day } = useFormats()
  const query = useLoad('/api/invitations', {}, { isEnabled: me.wallet !== null })
  const name = membership.name || texts.thisShop
  const options = { done: null, isQuiet: true, onDone: () => location.assign('/console') } as const
  const accept = useAct(
    (id: string) => api.call('post', '/api/invitations/{id}/accept', { path: { id } }),
    options,
  )
  const decline = useAct(
    (id: string) => api.call('post', '/api/invitations/{id}/decline', { path: { id } }),
    { done: texts.declined, isQuiet: true, changes: ['/api/invitations'] },
  )
  const leave = useAct(() => api.call('post', '/api/members/leave'), options)
  const mayLeave = membership.rights.includes('membership:end') && membership.role !== 'owner'
  const invitations = query.data?.invitations ?? []
  if (invitations.length === 0 && !mayLeave) return null
  return (
    <Panel title={texts.shops}>
      <ul class="plain-list">
        {invitations.map(({ id, merchant, role, createdAt }) => (
          <li key={id} class="row spread">
            <span>
              {texts.invitedBy(shorten(merchant), roles[role])}{' '}
              <span class="soft">{texts.invitedOn(day(createdAt))}</span>
            </span>
            <span class="row">
              <ConfirmButton
                label={texts.accept}
                title={texts.acceptTitle(shorten(merchant))}
                text={texts.acceptText}
                onConfirm={() => accept.mutateAsync(id)}
              />
              <ConfirmButton
                label={texts.decline}
                title={texts.declineTitle(shorten(merchant))}
                text={texts.declineText}
                onConfirm={() => decline.mutateAsync(id)}
              />
            </span>
          </li>
        ))}
        {mayLeave && (
          <li class="row spread">
            <span>{texts.memberOf(name, roles[membership.role as keyof typeof roles])}</span>
            <ConfirmButton
              label={texts.leave}
              title={texts.leaveTitle(name)}
              text={texts.leaveText}
              onConfirm={() => leave.mutateAsync(undefined)}
            />
          </li>
        )}
      </ul>
    </Panel>
  )
}
