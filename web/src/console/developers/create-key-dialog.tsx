import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { useAct } from '../panels/use-load.js'
import { Checkbox } from '../parts/checkbox.js'
import { Field } from '../parts/field.js'
import { useSession } from '../session/session.js'

const texts = developerTexts.keys

/** The scopes of a key, in the order of the documentation. */
export const scopes = [
  'orders:create',
  'receipts:read',
  'receipts:write',
  'inventory:read',
  'inventory:write',
  'shop:read',
  'split:read',
  'subscriptions:read',
  'subscriptions:write',
  'users:read',
  'graphql:read',
] as const

type Scope = (typeof scopes)[number]

/** The scopes that a web shop needs. */
const usual: readonly Scope[] = ['orders:create', 'receipts:read', 'inventory:read']

type CreateKeyProps = { onCreated(apiKey: string | null): void; onClose(): void }

/** Makes a key with a name and the chosen scopes. */
export function CreateKeyDialog({ onCreated, onClose }: CreateKeyProps) {
  const { api } = useSession()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(usual)
  // The same request again creates no second key.
  const [attempt] = useState(() => crypto.randomUUID())
  const create = useAct(
    () =>
      api.call('post', '/api/keys', {
        headers: { 'idempotency-key': attempt },
        body: { name: name.trim(), scopes: [...chosen] },
      }),
    {
      done: null,
      changes: ['/api/keys'],
      isQuiet: true,
      onDone: ({ apiKey }) => onCreated(apiKey),
    },
  )
  const toggle = (scope: Scope, isOn: boolean) =>
    setChosen(scopes.filter((other) => (other === scope ? isOn : chosen.includes(other))))
  return (
    <FormDialog
      title={texts.add}
      submit={texts.add}
      isDisabled={name.trim() === '' || chosen.length === 0}
      onSubmit={() => create.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        maxLength={100}
        required
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <fieldset>
        <legend>{texts.scopes}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            isChecked={chosen.includes(scope)}
            onChange={(isOn) => toggle(scope, isOn)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
