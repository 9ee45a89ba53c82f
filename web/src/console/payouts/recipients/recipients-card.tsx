import { useEffect, useState } from 'preact/hooks'
import { jobTexts } from '../../../core/texts/en-console-jobs.js'
import { Hash } from '../../../ui/hash.js'
import { useFormats } from '../../format/use-formats.js'
import { JobProgress } from '../../jobs/job-progress.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Icon } from '../../parts/icon.js'
import { Pill, type Tone } from '../../parts/pill.js'
import { Problem } from '../../parts/problem.js'
import { useRight, useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import type { Split, SplitResult } from '../use-payouts.js'
import { addRecipient, draftOf, findProblems, isSameDraft, maxRecipients } from './draft.js'
import { PlatformRow, RecipientRow } from './recipient-row.js'
import { ReviewDialog } from './review-dialog.js'
import { useDeployment } from './use-change.js'
import { useNames } from './use-names.js'

type RecipientsCardProps = { result: SplitResult; nextUsd: number }

/** The progress of a deployment whose transaction is sent. */
const sentStep = 2

const statusTones: Record<Split['status'], Tone> = {
  planned: 'wait',
  pending: 'now',
  deployed: 'good',
  failed: 'bad',
}

/** The recipients in force, which the owner edits in place. */
export function RecipientsCard({ result, nextUsd }: RecipientsCardProps) {
  const texts = useConsoleTexts().payouts.recipients
  const { me, membership } = useSession()
  const formats = useFormats()
  const mayWrite = useRight('split:write')
  const { split } = result
  const [saved] = useState(() =>
    draftOf(split?.recipients ?? null, {
      platformBps: 50,
      owner: me.wallet ?? membership.wallet,
    }),
  )
  const [draft, setDraft] = useState(saved)
  const [isReviewing, setReviewing] = useState(false)
  const nameOf = useNames(split)
  const platform = split?.recipients.find(({ role }) => role === 'platform')?.address ?? null
  const problems = findProblems(draft, platform)
  const isChanged = mayWrite && (split === null || !isSameDraft(saved, draft))
  useLeaveWarning(isChanged && split !== null)
  const canAdd =
    draft.recipients.some(({ isLocked }) => !isLocked) &&
    draft.recipients.length < maxRecipients - 1
  const amountOf = (bps: number) => formats.money((nextUsd * bps) / 10_000, 'USD')
  const changes = draft.recipients.length
  return (
    <section class="card recipients" aria-labelledby="recipients-title">
      <header class="card-head">
        <h2 id="recipients-title">{texts.title}</h2>
        {split && <SplitStatus split={split} />}
      </header>
      <div class="recipients-bar split-bar" aria-hidden="true">
        {draft.recipients.map(({ key, bps }, index) => (
          <span key={key} class={`split-${Math.min(index, 2)}`} style={{ flexGrow: String(bps) }} />
        ))}
        <span class="split-3" style={{ flexGrow: String(draft.platformBps) }} />
      </div>
      {split === null && <p class="payouts-note">{texts.none}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.columns.name}</th>
            <th scope="col">{texts.columns.address}</th>
            <th scope="col" class="numeric">
              {texts.columns.share}
            </th>
            <th scope="col" class="numeric wide-only">
              {texts.columns.amount(formats.money(nextUsd, 'USD'))}
            </th>
            <th scope="col">
              <span class="visually-hidden">{texts.remove('')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {draft.recipients.map((recipient, index) => (
            <RecipientRow
              key={recipient.key}
              recipient={recipient}
              index={index}
              before={saved.recipients.find(({ key }) => key === recipient.key)?.bps ?? null}
              draft={draft}
              problem={problems.get(recipient.key) ?? null}
              name={
                recipient.isKnown
                  ? nameOf(recipient.address)
                  : recipient.label || texts.newRecipient
              }
              amount={amountOf(recipient.bps)}
              isReadOnly={!mayWrite}
              onChange={setDraft}
            />
          ))}
          <PlatformRow bps={draft.platformBps} amount={amountOf(draft.platformBps)} />
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>
              {mayWrite && (
                <button
                  type="button"
                  class="button quiet"
                  disabled={!canAdd}
                  title={canAdd ? undefined : texts.addHint}
                  onClick={() => setDraft(addRecipient(draft, `new-${changes}-${Date.now()}`))}
                >
                  <Icon name="plus" />
                  {texts.add}
                </button>
              )}
            </td>
            <td class="numeric">
              <span class="visually-hidden">{texts.sum} </span>
              <span class="good-text sum">
                <Icon name="good" />
                100.00 %
              </span>
            </td>
            <td class="numeric wide-only">
              <b class="money">{formats.money(nextUsd, 'USD')}</b>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <p class="payouts-note soft">
        {mayWrite ? texts.keys : texts.readOnly}
        {mayWrite && (
          <>
            {' '}
            {texts.api} <code>POST /api/split/deploy</code>.
          </>
        )}
      </p>
      {isChanged && (
        <footer class="recipients-foot">
          <p>{texts.changedText}</p>
          {split !== null && (
            <button type="button" class="button quiet" onClick={() => setDraft(saved)}>
              {texts.discard}
            </button>
          )}
          <button
            type="button"
            class="button main"
            disabled={problems.size > 0 || draft.recipients.some(({ bps }) => bps < 1)}
            onClick={() => setReviewing(true)}
          >
            <Icon name="wallet" />
            {texts.review}
          </button>
        </footer>
      )}
      {isReviewing && (
        <ReviewDialog
          before={split ? saved : { ...saved, recipients: [] }}
          after={draft}
          nameOf={nameOf}
          onClose={() => setReviewing(false)}
        />
      )}
    </section>
  )
}

/** The contract, and the progress of its deployment. */
function SplitStatus({ split }: { split: Split }) {
  const texts = useConsoleTexts().payouts.recipients
  const mayWrite = useRight('split:write')
  const { started, deploy } = useDeployment(split)
  const { job, isOpen: isDeploying } = started
  const { status, address } = split
  const isOpen = status === 'planned' || status === 'failed'
  return (
    <div class="split-status" role="status">
      <span class="split-address">
        <span class="soft">{texts.split}</span> <Hash value={address} />
        <CopyButton text={address} label={texts.addressOf(texts.split)} />
      </span>
      <Pill tone={statusTones[status]} word={texts.statuses[status]} />
      {mayWrite && isOpen && (
        <button
          type="button"
          class="link-button"
          disabled={deploy.isPending}
          onClick={() => deploy.mutate()}
        >
          {status === 'failed' ? texts.retry : texts.deployNow}
        </button>
      )}
      {status === 'failed' && <p class="bad-text">{texts.deployFailed}</p>}
      {deploy.error && <Problem error={deploy.error} />}
      {status === 'pending' && isDeploying && (
        <JobProgress
          job={job}
          label={
            (job?.done ?? 0) < sentStep ? jobTexts.deployment.waiting : jobTexts.deployment.sent
          }
          onCancel={started.cancel}
        />
      )}
    </div>
  )
}

/** Asks for confirmation before the person leaves a page with unsaved changes. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}
