import { useEffect, useRef, useState } from 'preact/hooks'
import { isHash } from '../../core/wallet/hex.js'
import { Hash } from '../../ui/hash.js'
import { CopyButton } from '../parts/copy-button.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { ProblemText } from '../parts/problem.js'
import { useConsoleTexts } from '../texts.js'
import type { Receipt } from './draft.js'
import type { SentTransfer } from './sent-transfers.js'
import type { RefundState } from './use-refund.js'

/** The result of a transfer that the wallet was asked to send. */
export function RefundResult({ refund, receipt }: { refund: RefundState; receipt: Receipt }) {
  const texts = useConsoleTexts().refund
  const { phase } = refund.sending
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [phase.kind])
  if (phase.kind === 'unknown') {
    return (
      <section class="refund-result">
        <h3 ref={heading} tabIndex={-1}>
          {texts.unknown.title}
        </h3>
        <Unknown refund={refund} sent={phase.sent} />
      </section>
    )
  }
  if (phase.kind === 'unrecorded') {
    const { sent, problem } = phase
    return (
      <section class="refund-result">
        <h3 ref={heading} tabIndex={-1}>
          {texts.unrecorded.title}
        </h3>
        {problem && (
          <p class="refund-problem" role="alert">
            <Icon name="alert" />
            <span>
              <ProblemText error={problem} />
            </span>
          </p>
        )}
        <p>{texts.unrecorded.text(sent.amount)}</p>
        <TransactionLine txHash={sent.txHash ?? ''} explorerUrl={explorerOf(refund)} />
      </section>
    )
  }
  if (phase.kind !== 'recorded') return null
  const { txHash, amount, left } = phase
  const entry = receipt.refunds.find((candidate) => candidate.txHash === txHash)
  const isConfirmed = entry?.confirmed === true
  return (
    <section class="refund-result">
      <h3 ref={heading} tabIndex={-1}>
        {texts.done.title(amount)}
      </h3>
      {txHash === null ? (
        <p role="status">{texts.done.noChain}</p>
      ) : (
        <>
          <Steps isConfirmed={isConfirmed} />
          <p role="status">{isConfirmed ? texts.done.confirmedText : texts.done.waiting}</p>
          <TransactionLine txHash={txHash} explorerUrl={explorerOf(refund)} />
        </>
      )}
      {left > 0 && <p>{texts.done.next}</p>}
    </section>
  )
}

function explorerOf({ plan }: RefundState): string | null {
  return plan?.network.explorerUrl ?? null
}

function Steps({ isConfirmed }: { isConfirmed: boolean }) {
  const texts = useConsoleTexts().refund.done
  const steps = [
    { word: texts.sent, isDone: true },
    { word: texts.recorded, isDone: true },
    { word: texts.confirmed, isDone: isConfirmed },
  ]
  return (
    <ol class="refund-steps">
      {steps.map(({ word, isDone }) => (
        <li key={word} class={isDone ? 'done' : ''}>
          <Icon name={isDone ? 'good' : 'clock'} />
          {word}
        </li>
      ))}
    </ol>
  )
}

function TransactionLine({ txHash, explorerUrl }: { txHash: string; explorerUrl: string | null }) {
  const texts = useConsoleTexts().refund
  return (
    <p class="refund-transaction">
      <span class="soft">{texts.transaction}</span> <Hash value={txHash} />
      <CopyButton text={txHash} label={texts.copyTransaction} />
      {explorerUrl && (
        <a href={`${explorerUrl}/tx/${txHash}`} target="_blank" rel="noreferrer">
          {texts.explorer}
        </a>
      )}
    </p>
  )
}

function Unknown({ refund, sent }: { refund: RefundState; sent: SentTransfer }) {
  const texts = useConsoleTexts().refund
  const { resolveUnknown } = refund.sending
  const [hash, setHash] = useState('')
  const isWrong = hash !== '' && !isHash(hash)
  return (
    <>
      <p>{texts.unknown.text(sent.amount)}</p>
      <p class="refund-transaction">
        <span class="soft">{texts.to}</span> <Hash value={sent.to} />
      </p>
      <Field
        label={texts.unknown.hash}
        problem={isWrong ? texts.elsewhere.hashProblem : null}
        value={hash}
        autoComplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => setHash(currentTarget.value.trim())}
      />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={!isHash(hash)}
          onClick={() => resolveUnknown(sent, hash)}
        >
          {texts.unknown.sent}
        </button>
        <button type="button" class="button" onClick={() => resolveUnknown(sent, null)}>
          {texts.unknown.notSent}
        </button>
      </div>
    </>
  )
}
