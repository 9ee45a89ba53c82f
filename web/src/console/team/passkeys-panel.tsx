import { useState } from 'preact/hooks'
import { createPasskey, hasPasskeys } from '../../core/passkey/passkey.js'
import { panelTexts } from '../../core/texts/en-console-panels.js'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

const texts = teamTexts.security

type Passkey = ResultOf<'get', '/api/passkeys'>['passkeys'][number]

/** The passkeys of the person: add, rename and remove. */
export function PasskeysPanel() {
  const query = useLoad('/api/passkeys')
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const [named, setNamed] = useState<Passkey | 'new' | null>(null)
  return (
    <Panel
      title={texts.passkeys}
      note={texts.passkeysNote}
      actions={
        hasPasskeys(window) && (
          <button type="button" class="button" onClick={() => setNamed('new')}>
            <Icon name="plus" />
            {texts.add}
          </button>
        )
      }
    >
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
                  <span class="row-actions">
                    <button
                      type="button"
                      class="button quiet"
                      aria-label={texts.renameTitle(passkey.name)}
                      onClick={() => setNamed(passkey)}
                    >
                      {texts.rename}
                    </button>
                    <button
                      type="button"
                      class="button quiet"
                      aria-label={texts.removeTitle(passkey.name)}
                      onClick={() => setRemoved(passkey)}
                    >
                      {texts.remove}
                    </button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {named && <NamePasskey passkey={named} onClose={() => setNamed(null)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}

/** Adds a passkey of this device with a name, or renames one. */
function NamePasskey({ passkey, onClose }: { passkey: Passkey | 'new'; onClose(): void }) {
  const { api } = useSession()
  const { signIn } = useConsoleTexts()
  const isNew = passkey === 'new'
  const [name, setName] = useState(isNew ? '' : passkey.name)
  const save = useAct(
    async () => {
      if (!isNew) {
        const path = { id: passkey.id }
        return api.call('put', '/api/passkeys/{id}', { path, body: { name: name.trim() } })
      }
      const { options } = await api.call('post', '/api/passkeys/options')
      const outcome = await createPasskey(
        navigator.credentials,
        options as unknown as Record<string, unknown>,
      )
      if (outcome.kind !== 'done') throw new Error(signIn.problems[outcome.kind])
      const response = outcome.response as never
      return api.call('post', '/api/passkeys', { body: { name: name.trim(), response } })
    },
    {
      done: isNew ? texts.passkeyAdded : texts.renamed,
      changes: ['/api/passkeys'],
      isQuiet: true,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={isNew ? texts.addTitle : texts.renameTitle(passkey.name)}
      submit={isNew ? texts.add : texts.rename}
      isDisabled={name.trim() === ''}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
    >
      {isNew && <p>{texts.addText}</p>}
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        maxLength={64}
        required
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
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
