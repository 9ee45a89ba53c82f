import { useState } from 'preact/hooks'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { shorten } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { useSession } from '../session/session.js'

const texts = operatorTexts.merchants

type Limits = ResultOf<'get', '/api/admin/merchants/{wallet}/limits'>

/** The limits of a merchant, which an operator raises or returns to those of the platform. */
export function LimitsPanel({ wallet }: { wallet: string }) {
  const query = useLoad('/api/admin/merchants/{wallet}/limits', { path: { wallet } })
  return (
    <Panel title={texts.limits} note={query.data?.isOwn ? texts.noLimits : texts.limitsNote}>
      <Loaded query={query}>
        {(limits) => <LimitsForm key={query.dataUpdatedAt} wallet={wallet} limits={limits} />}
      </Loaded>
    </Panel>
  )
}

function LimitsForm({ wallet, limits }: { wallet: string; limits: Limits }) {
  const { api } = useSession()
  const formats = useFormats()
  const ownLimits = limits.limits as Readonly<Record<string, number>>
  const inForce = limits.inForce as Readonly<Record<string, number | null>>
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const [wanted, setWanted] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const names = Object.keys(inForce).filter((name) => name.includes(wanted.trim().toLowerCase()))
  const problem = Object.entries(edits).find(
    ([, text]) => !/^(\d{0,12}|\d{1,3}\.\d{1,2})$/.test(text.trim()),
  )
  const save = useAct(
    () => {
      const changes = Object.entries(edits).map(([name, text]) => {
        return [name, text.trim() === '' ? null : Number(text)]
      })
      return api.call('put', '/api/admin/merchants/{wallet}/limits', {
        path: { wallet },
        body: { limits: Object.fromEntries(changes) },
      })
    },
    {
      done: texts.limitsSaved,
      changes: ['/api/admin/merchants/{wallet}/limits'],
      isQuiet: true,
      onDone: () => setConfirming(false),
    },
  )
  const form = (
    <form
      class="panel-form"
      onSubmit={(event) => {
        event.preventDefault()
        setConfirming(true)
      }}
    >
      <div class="filter-row">
        <Field
          label={texts.findLimit}
          type="search"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </div>
      <div class="limit-fields">
        {names.map((name) => {
          const current = inForce[name]
          return (
            <Field
              key={name}
              label={name}
              inputMode="numeric"
              hint={texts.inForce(
                current === null || current === undefined ? '—' : formats.count(current),
              )}
              problem={problem?.[0] === name ? texts.notNumber(name) : null}
              value={edits[name] ?? String(ownLimits[name] ?? '')}
              onInput={({ currentTarget }) => setEdits({ ...edits, [name]: currentTarget.value })}
            />
          )
        })}
      </div>
      <div class="form-foot">
        <button
          type="submit"
          class="button main"
          disabled={save.isPending || problem !== undefined || Object.keys(edits).length === 0}
        >
          {texts.saveLimits}
        </button>
      </div>
    </form>
  )
  return (
    <>
      {form}
      {isConfirming && (
        <FormDialog
          title={texts.saveLimitsTitle(shorten(wallet))}
          submit={texts.saveLimits}
          onSubmit={() => save.mutateAsync(undefined)}
          onClose={() => setConfirming(false)}
        >
          <ul>
            {Object.entries(edits).map(([name, text]) => (
              <li key={name}>{texts.limitChange(name, text.trim() || texts.limitDefault)}</li>
            ))}
          </ul>
        </FormDialog>
      )}
    </>
  )
}
