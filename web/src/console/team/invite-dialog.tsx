import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { useAct } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { Select } from '../parts/select.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

const texts = teamTexts.members

/** The roles that can be given. Ownership is transferred instead. */
export const givenRoles = ['admin', 'accountant', 'support', 'cashier', 'viewer'] as const

type InviteProps = {
  onLink(created: { link: string; expiresAt: number | null }): void
  onClose(): void
}

/** Invites a person by link, or by wallet. */
export function InviteDialog({ onLink, onClose }: InviteProps) {
  const consoleTexts = useConsoleTexts()
  const { api } = useSession()
  const [name, setName] = useState('')
  const [wallet, setWallet] = useState('')
  const [role, setRole] = useState<(typeof givenRoles)[number]>('support')
  const [attempt] = useState(() => crypto.randomUUID())
  const invite = useAct(
    () =>
      api.call('post', '/api/members', {
        headers: { 'idempotency-key': attempt },
        // A person with a wallet is named by it.
        body: wallet.trim() ? { role, member: wallet.trim() } : { role, name: name.trim() },
      }),
    {
      done: null,
      changes: ['/api/members'],
      isQuiet: true,
      onDone: ({ link, expiresAt }) => {
        if (link !== null) return onLink({ link, expiresAt })
        showToast({ kind: 'good', text: texts.invited })
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={texts.inviteTitle}
      submit={texts.invite}
      isDisabled={name.trim() === '' && wallet.trim() === ''}
      onSubmit={() => invite.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        maxLength={60}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={texts.role}
        value={role}
        options={givenRoles.map((value) => ({ value, label: consoleTexts.roles[value] }))}
        onChange={(value) => setRole(value)}
      />
      <Field
        label={texts.wallet}
        hint={texts.walletHint}
        value={wallet}
        spellcheck={false}
        onInput={({ currentTarget }) => setWallet(currentTarget.value)}
      />
    </FormDialog>
  )
}
