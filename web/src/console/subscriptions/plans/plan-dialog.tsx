import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { toApiError } from '../../api/api-error.js'
import { parseAmount } from '../../format/parse-amount.js'
import { useFormats } from '../../format/use-formats.js'
import { Dialog } from '../../parts/dialog.js'
import { Field, TextArea } from '../../parts/field.js'
import { Select } from '../../parts/select.js'
import { showToast } from '../../parts/toast.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import type { Plan } from '../use-subscriptions.js'

type Period = Plan['period']
const periods: readonly Period[] = ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY']

type PlanDialogProps = {
  /** Null for a new plan. */
  plan: Plan | null
  onClose(): void
}

/** Creates a plan, or changes one. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { subscriptions } = useConsoleTexts()
  const texts = subscriptions.planDialog
  const { money, amount } = useFormats()
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const [createKey] = useState(() => crypto.randomUUID())
  const [name, setName] = useState(plan?.name ?? '')
  const [description, setDescription] = useState(plan?.description ?? '')
  const [price, setPrice] = useState(plan ? amount(plan.priceUsd, 'USD').replaceAll(',', '') : '')
  const [period, setPeriod] = useState<Period>(plan?.period ?? 'MONTHLY')
  const [trial, setTrial] = useState(String(plan?.trialDays ?? 0))
  const [grace, setGrace] = useState(String(plan?.graceDays ?? 7))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [revision, setRevision] = useState(plan?.revision ?? 0)

  const priceUsd = parseAmount(price)
  const days = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null)
  const [trialDays, graceDays] = [days(trial), days(grace)]
  const nameProblem = name.trim() === '' || name.length > 80 ? texts.problems.name : null
  const priceProblem = priceUsd === null ? texts.problems.price : null
  const daysProblem = (value: number | null) => (value === null ? texts.problems.days : null)
  const shown = (found: string | null) => (isChecked ? found : null)
  const isNewVersion = plan !== null && (priceUsd !== plan.priceUsd || period !== plan.period)

  const finish = async (text: string) => {
    await queries.invalidateQueries({ queryKey: ['subscriptions', membership.wallet] })
    showToast({ kind: 'good', text })
    onClose()
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const { status, message, fields } = toApiError(error)
      const current = fields['current'] as { revision?: number } | undefined
      setProblem(status === 409 ? texts.changedElsewhere : message)
      if (status === 409 && typeof current?.revision === 'number') setRevision(current.revision)
      if (status === 409) void queries.invalidateQueries({ queryKey: ['subscriptions'] })
    }
    setBusy(false)
  }
  const save = () => {
    setChecked(true)
    if (nameProblem || priceUsd === null || trialDays === null || graceDays === null) return
    const fields = { name: name.trim(), description, priceUsd, period, trialDays, graceDays }
    void run(async () => {
      if (plan) {
        const body = { planId: plan.planId, ...fields, expectedRevision: revision }
        await api.call('put', '/api/subscriptions/plans', { body })
      } else {
        const headers = { 'idempotency-key': createKey }
        await api.call('post', '/api/subscriptions/plans', { body: fields, headers })
      }
      await finish(plan ? texts.saved : texts.created)
    })
  }
  const setActive = ({ planId }: Plan, active: boolean) =>
    run(async () => {
      if (active) {
        await api.call('put', '/api/subscriptions/plans', { body: { planId, active } })
      } else {
        await api.call('delete', '/api/subscriptions/plans', { body: { planId } })
      }
      await finish(active ? texts.reopened : texts.closed)
    })

  return (
    <Dialog
      title={plan ? texts.edit(plan.name) : texts.create}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <button type="button" class="button" disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="button" class="button main" disabled={isBusy} onClick={save}>
            {plan || priceUsd === null
              ? plan
                ? texts.save
                : texts.create
              : texts.createButton(
                  subscriptions.price(money(priceUsd, 'USD'), subscriptions.periods[period].each),
                )}
          </button>
        </>
      }
    >
      <form
        class="plan-form"
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label={texts.name}
          value={name}
          maxLength={80}
          problem={shown(nameProblem)}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextArea
          label={texts.description}
          rows={3}
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <div class="plan-pair">
          <Field
            label={texts.price}
            inputMode="decimal"
            value={price}
            problem={shown(priceProblem)}
            onInput={({ currentTarget }) => setPrice(currentTarget.value)}
          />
          <Select
            label={texts.period}
            value={period}
            options={periods.map((value) => ({ value, label: subscriptions.periods[value].name }))}
            onChange={(value) => setPeriod(value)}
          />
        </div>
        <div class="plan-pair">
          <Field
            label={texts.trial}
            hint={texts.trialHint}
            inputMode="numeric"
            value={trial}
            problem={shown(daysProblem(trialDays))}
            onInput={({ currentTarget }) => setTrial(currentTarget.value)}
          />
          <Field
            label={texts.grace}
            hint={texts.graceHint}
            inputMode="numeric"
            value={grace}
            problem={shown(daysProblem(graceDays))}
            onInput={({ currentTarget }) => setGrace(currentTarget.value)}
          />
        </div>
        {isNewVersion && <p class="soft">{texts.newVersion}</p>}
        {plan && (
          <p class="row spread">
            <span class="soft">{texts.closeHint}</span>
            <button
              type="button"
              class="button"
              disabled={isBusy}
              onClick={() => void setActive(plan, !plan.active)}
            >
              {plan.active ? texts.close : texts.reopen}
            </button>
          </p>
        )}
        {problem && (
          <p class="problem-text" role="alert">
            {problem}
          </p>
        )}
        {/* Enter in a field saves. */}
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}
