import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { setupTexts } from '../../core/texts/en-console-setup.js'
import type { SetupFacts } from '../home/use-setup.js'
import { SecretDialog } from '../panels/secret-dialog.js'
import { Field } from '../parts/field.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { StepForm } from './step-form.js'
import { useStep } from './use-step.js'

const texts = setupTexts.webhook

type StepProps = { facts: SetupFacts; onDone(): void; onSkip(): void }

/** A server that hears of each change, for shops that have one. */
export function WebhookStep({ facts: { webhook }, onDone, onSkip }: StepProps) {
  const { screens } = useConsoleTexts()
  const { api } = useSession()
  const mayManage = useRight('keys:manage')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const [attempt] = useState(() => crypto.randomUUID())
  const step = useStep(() => {})
  if (secret !== null) {
    return (
      <SecretDialog
        title={texts.secretTitle}
        name={texts.secret}
        secret={secret}
        onClose={() => {
          setSecret(null)
          onDone()
        }}
      />
    )
  }
  if (webhook || !mayManage) {
    return (
      <Link class="button" href="/developers/webhooks">
        {screens.developers}
      </Link>
    )
  }
  return (
    <StepForm
      step={step}
      submit={texts.add}
      isDisabled={url.trim() === ''}
      onSubmit={async () => {
        const headers = { 'idempotency-key': attempt }
        const body = { url: url.trim(), events: ['receipt.status_updated' as const] }
        const created = await api.call('post', '/api/webhooks', { headers, body })
        setSecret(created.webhook.secret)
      }}
      onSkip={onSkip}
    >
      <Field
        label={texts.url}
        hint={texts.hint}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={url}
        onInput={({ currentTarget }) => setUrl(currentTarget.value)}
      />
    </StepForm>
  )
}
