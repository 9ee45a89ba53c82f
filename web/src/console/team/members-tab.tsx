import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address, shorten } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { SecretDialog } from '../panels/secret-dialog.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { Pill } from '../parts/pill.js'
import { Time } from '../parts/time.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { givenRoles, InviteDialog } from './invite-dialog.js'

const texts = teamTexts.members

export type Member = ResultOf<'get', '/api/members'>['members'][number]
type Role = Member['role']

const nameOf = ({ name, wallet }: Member) => name ?? (wallet ? shorten(wallet) : texts.unnamed)

/** The members of the shop, with their roles, and open invitations. */
export function MembersTab() {
  const formats = useFormats()
  const consoleTexts = useConsoleTexts()
  const { api, me } = useSession()
  const mayManage = useRight('members:manage')
  const query = useLoad('/api/members')
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<{ link: string; expiresAt: number | null } | null>(null)
  const [removed, setRemoved] = useState<Member | null>(null)
  const change = useAct(
    ({ member, role }: { member: string; role: Role }) =>
      api.call('put', '/api/members/{member}', { path: { member }, body: { role } }),
    { done: texts.changed, changes: ['/api/members'] },
  )
  const mayChange = ({ id, role }: Member) => mayManage && role !== 'owner' && id !== me.id
  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        mayManage && (
          <button type="button" class="button main" onClick={() => setInviting(true)}>
            <Icon name="plus" />
            {texts.invite}
          </button>
        )
      }
    >
      <Loaded query={query}>
        {({ members }) => (
          <Rows
            label={texts.title}
            rows={members}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'name',
                label: texts.columns.name,
                cell: (member) => (
                  <span class="two-lines">
                    <b>
                      {nameOf(member)}{' '}
                      {member.id === me.id && <span class="soft">{texts.you}</span>}
                    </b>
                    {member.name !== null && member.wallet && <Address value={member.wallet} />}
                  </span>
                ),
              },
              {
                id: 'role',
                label: texts.columns.role,
                cell: (member) =>
                  mayChange(member) && member.joinedAt !== null ? (
                    <select
                      aria-label={texts.roleOf(nameOf(member))}
                      value={member.role}
                      disabled={change.isPending}
                      onChange={({ currentTarget }) =>
                        change.mutate({ member: member.id, role: currentTarget.value as Role })
                      }
                    >
                      {givenRoles.map((role) => (
                        <option key={role} value={role}>
                          {consoleTexts.roles[role]}
                        </option>
                      ))}
                    </select>
                  ) : (
                    consoleTexts.roles[member.role]
                  ),
              },
              {
                id: 'joined',
                label: texts.columns.joined,
                cell: ({ joinedAt, expiresAt }) =>
                  joinedAt === null ? (
                    <Pill
                      tone="wait"
                      word={
                        expiresAt === null
                          ? texts.pending
                          : texts.expires(formats.dateTime(expiresAt))
                      }
                    />
                  ) : (
                    <Time at={joinedAt} kind="day" />
                  ),
              },
              {
                id: 'remove',
                label: texts.remove,
                isLabelHidden: true,
                isEnd: true,
                cell: (member) =>
                  mayChange(member) && (
                    <button
                      type="button"
                      class="button quiet"
                      aria-label={texts.endNamed(
                        member.joinedAt === null ? texts.withdraw : texts.remove,
                        nameOf(member),
                      )}
                      onClick={() => setRemoved(member)}
                    >
                      {member.joinedAt === null ? texts.withdraw : texts.remove}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onLink={(created) => {
            setInviting(false)
            setLink(created)
          }}
        />
      )}
      {link && (
        <SecretDialog
          title={texts.linkTitle}
          name={texts.linkName}
          secret={link.link}
          onClose={() => setLink(null)}
        >
          {link.expiresAt !== null && <p>{texts.linkText(formats.dateTime(link.expiresAt))}</p>}
        </SecretDialog>
      )}
      {removed && <RemoveDialog member={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

function RemoveDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const { api } = useSession()
  const remove = useAct(
    () => api.call('delete', '/api/members/{member}', { path: { member: member.id } }),
    { done: texts.removed, changes: ['/api/members'], isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={texts.removeTitle(nameOf(member))}
      submit={texts.remove}
      isDanger
      onSubmit={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </FormDialog>
  )
}
