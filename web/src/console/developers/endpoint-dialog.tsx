import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { useAct } from '../panels/use-load.js'
import { Checkbox } from '../parts/checkbox.js'
import { Field } from '../parts/field.js'
import { Select } from '../parts/select.js'
import { useSession } from '../session/session.js'
import type { Endpoint } from './delivery.js'

const texts = developerTexts.webhooks

export type EndpointAction =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'remove'; endpoint: Endpoint }

type EndpointDialogProps = {
  action: EndpointAction
  onSecret(secret: string): void
  onClose(): void
}

/** Adds, edits or deletes an endpoint, or replaces its secret. */
export function EndpointDialog({ action, onSecret, onClose }: EndpointDialogProps) {
  switch (action.kind) {
    case 'create':
      return <EndpointForm endpoint={null} onSecret={onSecret} onClose={onClose} />
    case 'edit':
      return <EndpointForm endpoint={action.endpoint} onSecret={onSecret} onClose={onClose} />
    case 'rotate':
      return <RotateSecret endpoint={action.endpoint} onSecret={onSecret} onClose={onClose} />
    case 'remove':
      return <RemoveEndpoint endpoint={action.endpoint} onClose={onClose} />
  }
}

/** The kinds that most servers need, first. The statuses of receipts have names of their own. */
const kinds = [
  'receipt.status_updated',
  'receipt.oversold',
  'subscription.created',
  'subscription.charged',
  'subscription.charge_failed',
  'subscription.charge_upcoming',
  'subscription.charge_at_risk',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
  'subscription.revoked',
  'subscription.expired',
] as const satisfies readonly Endpoint['events'][number][]

const overlaps = ['0', '1', '24', '72'] as const

type FormProps = {
  endpoint: Endpoint | null
  onSecret(secret: string): void
  onClose(): void
}

function EndpointForm({ endpoint, onSecret, onClose }: FormProps) {
  const { api } = useSession()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<readonly Endpoint['events'][number][]>(
    endpoint?.events ?? ['receipt.status_updated'],
  )
  const [extendedRetries, setExtended] = useState(endpoint?.extendedRetries ?? false)
  const [attempt] = useState(() => crypto.randomUUID())
  const body = { url: url.trim(), events: [...events], extendedRetries }
  const save = useAct(
    async () => {
      if (!endpoint) {
        const headers = { 'idempotency-key': attempt }
        return (await api.call('post', '/api/webhooks', { headers, body })).webhook.secret
      }
      await api.call('put', '/api/webhooks/{id}', { path: { id: endpoint.id }, body })
      return null
    },
    {
      done: texts.saved,
      changes: ['/api/webhooks'],
      isQuiet: true,
      onDone: (secret) => (secret === null ? onClose() : onSecret(secret)),
    },
  )
  // Kinds that were chosen by a program stay on the list.
  const listed = [...new Set([...kinds, ...(endpoint?.events ?? [])])]
  return (
    <FormDialog
      title={endpoint ? texts.editTitle : texts.add}
      submit={endpoint ? texts.save : texts.create}
      isDisabled={url.trim() === '' || events.length === 0}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Field
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        inputMode="url"
        value={url}
        required
        onInput={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <fieldset class="wide">
        <legend>{texts.events}</legend>
        {listed.map((kind) => (
          <Checkbox
            key={kind}
            label={<code>{kind}</code>}
            isChecked={events.includes(kind)}
            onChange={(isOn) =>
              setEvents(isOn ? [...events, kind] : events.filter((other) => other !== kind))
            }
          />
        ))}
      </fieldset>
      <Checkbox label={texts.retries} isChecked={extendedRetries} onChange={setExtended} />
    </FormDialog>
  )
}

function RotateSecret({ endpoint, onSecret, onClose }: FormProps & { endpoint: Endpoint }) {
  const { api } = useSession()
  const [overlap, setOverlap] = useState<keyof typeof texts.overlaps>('24')
  const [attempt] = useState(() => crypto.randomUUID())
  const rotate = useAct(
    () =>
      api.call('post', '/api/webhooks/{id}/rotate', {
        path: { id: endpoint.id },
        headers: { 'idempotency-key': attempt },
        body: { overlapHours: Number(overlap) },
      }),
    {
      done: null,
      changes: ['/api/webhooks'],
      isQuiet: true,
      onDone: ({ webhook }) => (webhook.secret === null ? onClose() : onSecret(webhook.secret)),
    },
  )
  return (
    <FormDialog
      title={texts.rotateTitle}
      submit={texts.rotate}
      onSubmit={() => rotate.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.rotateText}</p>
      <Select
        label={texts.overlap}
        value={overlap}
        options={overlaps.map((value) => ({
          value,
          label: texts.overlaps[value],
        }))}
        onChange={(value) => setOverlap(value)}
      />
    </FormDialog>
  )
}

function RemoveEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const { api } = useSession()
  const remove = useAct(
    () => api.call('delete', '/api/webhooks/{id}', { path: { id: endpoint.id } }),
    { done: texts.removed, changes: ['/api/webhooks'], isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={texts.removeTitle}
      submit={texts.remove}
      isDanger
      onSubmit={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p class="one-line">{endpoint.url}</p>
      <p>{texts.removeText}</p>
    </FormDialog>
  )
}
