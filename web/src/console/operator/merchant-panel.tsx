import { useState } from 'preact/hooks'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { TextArea } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { Select } from '../parts/select.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { LimitsPanel } from './limits-panel.js'

const texts = operatorTexts.merchants

type Merchant = ResultOf<'get', '/api/admin/merchants/{wallet}'>['merchant']
type Action = 'suspend' | 'resume' | 'plan'

const changed = ['/api/admin/merchants', '/api/admin/merchants/{wallet}'] as const

/** A merchant with what an operator can do about it. */
export function MerchantPanel({ wallet, onClose }: { wallet: string; onClose(): void }) {
  const consoleTexts = useConsoleTexts()
  const query = useLoad('/api/admin/merchants/{wallet}', { path: { wallet } })
  const [action, setAction] = useState<Action | null>(null)
  const merchant = query.data?.merchant
  const close = () => setAction(null)
  return (
    <>
      <div>
        <button type="button" class="button quiet" onClick={onClose}>
          <Icon name="left" />
          {consoleTexts.navigation.back}
        </button>
      </div>
      <Panel
        title={merchant ? merchant.name || texts.unnamed : wallet}
        actions={merchant && <Actions merchant={merchant} onAction={setAction} />}
      >
        <Loaded query={query}>{(data) => <MerchantFacts merchant={data.merchant} />}</Loaded>
      </Panel>
      <SalesPanel wallet={wallet} />
      <LimitsPanel wallet={wallet} />
      {merchant && action === 'suspend' && <SuspendDialog merchant={merchant} onClose={close} />}
      {merchant && action === 'resume' && <ResumeDialog merchant={merchant} onClose={close} />}
      {merchant && action === 'plan' && <PlanDialog merchant={merchant} onClose={close} />}
    </>
  )
}

type ActionsProps = { merchant: Merchant; onAction(action: Action): void }

function Actions({ merchant, onAction }: ActionsProps) {
  const isSuspended = merchant.status === 'suspended'
  return (
    <>
      <button type="button" class="button" onClick={() => onAction('plan')}>
        {texts.setPlan}
      </button>
      <button
        type="button"
        class={isSuspended ? 'button main' : 'button danger'}
        onClick={() => onAction(isSuspended ? 'resume' : 'suspend')}
      >
        {isSuspended ? texts.resume : texts.suspend}
      </button>
    </>
  )
}

function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const formats = useFormats()
  const { owner, suspendedReason } = merchant
  const facts = [
    { label: texts.columns.wallet, value: <Address value={merchant.wallet} /> },
    { label: texts.owner, value: owner ? <Address value={owner} /> : texts.noOwner },
    { label: texts.plan, value: texts.plans[merchant.plan] },
    { label: texts.columns.status, value: texts.statuses[merchant.status] },
    { label: texts.columns.created, value: formats.day(merchant.createdAt) },
    { label: texts.members, value: formats.count(merchant.members) },
    { label: texts.keys, value: formats.count(merchant.keys) },
    { label: texts.receipts, value: formats.count(merchant.receipts) },
  ]
  return (
    <>
      {suspendedReason !== null && (
        <p class="problem-box">{texts.suspendedBecause(suspendedReason)}</p>
      )}
      <dl class="fact-grid">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const salesFigures = ['volume', 'platformFees', 'refunds', 'net'] as const

/** Shows the merchant's sales of the last 30 days. */
function SalesPanel({ wallet }: { wallet: string }) {
  const formats = useFormats()
  const query = useLoad('/api/admin/reports/merchants', { query: { merchant: wallet, limit: 1 } })
  const { columns } = operatorTexts.report
  return (
    <Panel title={texts.sales} note={texts.salesNote}>
      <Loaded query={query}>
        {({ totals }) => (
          <dl class="fact-grid">
            <div class="big">
              <dt>{columns.orders}</dt>
              <dd>{formats.count(totals.orders)}</dd>
            </div>
            {salesFigures.map((name) => (
              <div key={name} class="big">
                <dt>{columns[name]}</dt>
                <dd>{formats.money(totals[name], 'USD')}</dd>
              </div>
            ))}
            <div class="big">
              <dt>{columns.failures}</dt>
              <dd>{formats.count(totals.failures)}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Panel>
  )
}

type DialogProps = { merchant: Merchant; onClose(): void }

function SuspendDialog({ merchant: { wallet, name }, onClose }: DialogProps) {
  const { api } = useSession()
  const [reason, setReason] = useState('')
  const suspend = useAct(
    () =>
      api.call('post', '/api/admin/merchants/{wallet}/suspend', {
        path: { wallet },
        body: { reason },
      }),
    { done: texts.suspended, changes: changed, isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={texts.suspendTitle(name || wallet)}
      submit={texts.suspend}
      isDanger
      isDisabled={reason.trim() === ''}
      onSubmit={() => suspend.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.suspendText}</p>
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        value={reason}
        maxLength={500}
        rows={3}
        required
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}

function ResumeDialog({ merchant: { wallet, name }, onClose }: DialogProps) {
  const { api } = useSession()
  const resume = useAct(
    () => api.call('post', '/api/admin/merchants/{wallet}/resume', { path: { wallet } }),
    { done: texts.resumed, changes: changed, isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={texts.resumeTitle(name || wallet)}
      submit={texts.resume}
      onSubmit={() => resume.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.resumeText}</p>
    </FormDialog>
  )
}

const plans = ['starter', 'pro', 'enterprise'] as const

function PlanDialog({ merchant: { wallet, plan: before }, onClose }: DialogProps) {
  const { api } = useSession()
  const [plan, setPlan] = useState<(typeof plans)[number]>(before)
  const change = useAct(
    () =>
      api.call('post', '/api/admin/merchants/{wallet}/plan', { path: { wallet }, body: { plan } }),
    { done: texts.planSet, changes: changed, isQuiet: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={texts.setPlan}
      submit={texts.setPlan}
      onSubmit={() => change.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.planText}</p>
      <Select
        label={texts.plan}
        value={plan}
        options={plans.map((value) => ({ value, label: texts.plans[value] }))}
        onChange={(value) => setPlan(value)}
      />
    </FormDialog>
  )
}
