import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Checkbox } from '../parts/checkbox.js'
import { Field } from '../parts/field.js'
import { Pill } from '../parts/pill.js'
import { useRight, useSession } from '../session/session.js'

const texts = teamTexts.registers

type Cashier = ResultOf<'get', '/api/cashiers'>['cashiers'][number]
type Right = keyof typeof texts.rightNames

const rights = Object.keys(texts.rightNames) as Right[]

/** The people who sell at registers with a PIN. */
export function CashiersPanel() {
  const formats = useFormats()
  const { api } = useSession()
  const mayManage = useRight('registers:manage')
  const query = useLoad('/api/cashiers')
  const [edited, setEdited] = useState<Cashier | 'new' | null>(null)
  const remove = useAct(
    (id: string) => api.call('delete', '/api/cashiers/{id}', { path: { id } }),
    {
      done: texts.cashierRemoved,
      changes: ['/api/cashiers'],
    },
  )
  return (
    <Panel
      title={texts.cashiers}
      actions={
        mayManage && (
          <button type="button" class="button" onClick={() => setEdited('new')}>
            {texts.addCashier}
          </button>
        )
      }
    >
      <Loaded
        query={query}
        empty={({ cashiers }) =>
          cashiers.length === 0 ? <p class="soft">{texts.noCashiers}</p> : null
        }
      >
        {({ cashiers }) => (
          <Rows
            label={texts.cashiers}
            rows={cashiers}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'name',
                label: texts.cashier,
                cell: ({ name, lockedUntil }) => (
                  <span class="two-lines">
                    <b>{name}</b>
                    {lockedUntil ? (
                      <span>
                        <Pill tone="bad" word={texts.locked(formats.clock(lockedUntil))} />
                      </span>
                    ) : null}
                  </span>
                ),
              },
              {
                id: 'rights',
                label: texts.rights,
                cell: (cashier) =>
                  formats.list((cashier.rights ?? []).map((right) => texts.rightNames[right])),
              },
              {
                id: 'actions',
                label: texts.edit,
                isLabelHidden: true,
                isEnd: true,
                cell: (cashier) =>
                  mayManage && (
                    <span class="row-actions">
                      <button
                        type="button"
                        class="button"
                        aria-label={texts.editCashier(cashier.name)}
                        onClick={() => setEdited(cashier)}
                      >
                        {texts.edit}
                      </button>
                      <button
                        type="button"
                        class="button quiet"
                        aria-label={texts.removeTitle(cashier.name)}
                        disabled={remove.isPending}
                        onClick={() => remove.mutate(cashier.id)}
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
      {edited && (
        <CashierDialog cashier={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  )
}

function CashierDialog({ cashier, onClose }: { cashier: Cashier | null; onClose(): void }) {
  const { api } = useSession()
  const [name, setName] = useState(cashier?.name ?? '')
  const [pin, setPin] = useState('')
  const [chosen, setChosen] = useState<readonly Right[]>(
    cashier?.rights ?? ['sell', 'see_own_sales'],
  )
  const [attempt] = useState(() => crypto.randomUUID())
  // The route checks each field itself, so its schema has no types for them.
  const body = { name: name.trim(), rights: chosen, ...(pin !== '' && { pin }) } as never
  const save = useAct(
    () =>
      cashier
        ? api.call('put', '/api/cashiers/{id}', { path: { id: cashier.id }, body })
        : api.call('post', '/api/cashiers', { headers: { 'idempotency-key': attempt }, body }),
    { done: texts.cashierSaved, changes: ['/api/cashiers'], isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={cashier ? texts.editCashier(cashier.name) : texts.addCashier}
      submit={texts.save}
      isDisabled={name.trim() === '' || (!cashier && pin === '')}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Field
        label={texts.fields.name}
        value={name}
        maxLength={60}
        required
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Field
        label={texts.pin}
        hint={cashier ? texts.newPinHint : texts.pinHint}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        onInput={({ currentTarget }) => setPin(currentTarget.value)}
      />
      <fieldset>
        <legend>{texts.rights}</legend>
        {rights.map((right) => (
          <Checkbox
            key={right}
            label={texts.rightNames[right]}
            isChecked={chosen.includes(right)}
            onChange={(isOn) =>
              setChosen(rights.filter((other) => (other === right ? isOn : chosen.includes(other))))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
