import { useEffect, useId, useState } from 'preact/hooks'
import { Hash } from '../../../ui/hash.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Icon } from '../../parts/icon.js'
import { useConsoleTexts } from '../../texts.js'
import {
  canChangeShare,
  type Draft,
  type DraftRecipient,
  parseShare,
  type RecipientProblem,
  removeRecipient,
  setAddress,
  setLabel,
  setShare,
  toggleLock,
} from './draft.js'

type RecipientRowProps = {
  recipient: DraftRecipient
  index: number
  /** The share in force, or null for a new recipient. */
  before: number | null
  draft: Draft
  problem: RecipientProblem | null
  name: string
  amount: string
  isReadOnly: boolean
  onChange(draft: Draft): void
}

export const showBps = (bps: number) => (bps / 100).toFixed(2)

/** A recipient: its name, its address and its share. */
export function RecipientRow(props: RecipientRowProps) {
  const { recipient, index, before, draft, problem, name, amount, isReadOnly, onChange } = props
  const texts = useConsoleTexts().payouts.recipients
  const noteId = useId()
  const { key, address, label, bps, isLocked, isKnown } = recipient
  // A new row does not call its empty address wrong before anything was typed.
  const isShown = problem !== null && (problem !== 'address' || address !== '')
  return (
    <tr class={isKnown ? '' : 'recipient-new'}>
      <td>
        <span class="recipient-name">
          <span class={`split-mark split-${Math.min(index, 2)}`} aria-hidden="true" />
          {isReadOnly ? (
            <b class="one-line">{name}</b>
          ) : (
            <input
              class="inline-input"
              aria-label={texts.nameOf(name)}
              placeholder={isKnown ? name : texts.namePlaceholder}
              value={label}
              onInput={({ currentTarget }) => onChange(setLabel(draft, key, currentTarget.value))}
            />
          )}
        </span>
      </td>
      <td class="recipient-address">
        {isKnown || isReadOnly ? (
          <span class="recipient-name">
            <Hash value={address} />
            <CopyButton text={address} label={texts.addressOf(name)} />
          </span>
        ) : (
          <input
            class="mono"
            aria-label={texts.addressOf(name)}
            aria-invalid={isShown}
            aria-describedby={isShown ? noteId : undefined}
            placeholder="0x…"
            spellcheck={false}
            autoComplete="off"
            value={address}
            onInput={({ currentTarget }) => onChange(setAddress(draft, key, currentTarget.value))}
          />
        )}
        {isShown && (
          <p class="field-problem" id={noteId}>
            <Icon name="warn" />
            <span>
              {problem === 'address'
                ? texts.problems.address(String(address.length))
                : texts.problems[problem]}
            </span>
          </p>
        )}
      </td>
      <td class="numeric">
        <span class="recipient-share">
          {!isReadOnly && (
            <button
              type="button"
              class="icon-button"
              aria-pressed={isLocked}
              aria-label={isLocked ? texts.unlock(name) : texts.lock(name)}
              title={isLocked ? texts.unlock(name) : texts.lock(name)}
              onClick={() => onChange(toggleLock(draft, key))}
            >
              <Icon name={isLocked ? 'lock' : 'unlock'} />
            </button>
          )}
          {isReadOnly ? (
            <b>{`${showBps(bps)} %`}</b>
          ) : (
            <ShareField
              label={texts.shareOf(name)}
              bps={bps}
              isFixed={isLocked || !canChangeShare(draft, key)}
              onCommit={(share) => {
                const next = setShare(draft, key, share)
                onChange(next)
                return next.recipients.find((other) => other.key === key)?.bps ?? bps
              }}
            />
          )}
        </span>
        {before !== bps && (
          <span class="recipient-before soft">
            {before === null ? texts.isNew : texts.was(`${showBps(before)} %`)}
          </span>
        )}
      </td>
      <td class="numeric wide-only money">{amount}</td>
      <td class="recipient-tools">
        {!isReadOnly && (
          <button
            type="button"
            class="icon-button"
            aria-label={texts.remove(name)}
            title={texts.remove(name)}
            disabled={draft.recipients.length < 2}
            onClick={() => onChange(removeRecipient(draft, key))}
          >
            <Icon name="close" />
          </button>
        )}
      </td>
    </tr>
  )
}

/** `onCommit` returns the share that was set, which the others limit. */
type ShareFieldProps = {
  label: string
  bps: number
  isFixed: boolean
  onCommit(bps: number): number
}

/** A share in percent. It counts on Enter, on leaving the field, and with the arrow keys. */
function ShareField({ label, bps, isFixed, onCommit }: ShareFieldProps) {
  const texts = useConsoleTexts().payouts.recipients.problems
  const noteId = useId()
  const [text, setText] = useState(showBps(bps))
  useEffect(() => setText(showBps(bps)), [bps])
  const share = parseShare(text)
  const commit = () => {
    if (share === null) setText(showBps(bps))
    else if (share !== bps) setText(showBps(onCommit(share)))
  }
  return (
    <span class="share-field">
      <span class="field-line with-unit">
        <input
          aria-label={label}
          aria-invalid={share === null}
          aria-describedby={share === null ? noteId : undefined}
          inputMode="decimal"
          readOnly={isFixed}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
            const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
            if (direction === 0 || isFixed) return
            event.preventDefault()
            const step = direction * (event.shiftKey ? 100 : 1)
            setText(showBps(onCommit((share ?? bps) + step)))
          }}
        />
        <span class="unit">%</span>
      </span>
      {share === null && (
        <span class="field-problem" id={noteId}>
          {texts.share}
        </span>
      )}
    </span>
  )
}

/** The share of the platform, which the service sets. */
export function PlatformRow({ bps, amount }: { bps: number; amount: string }) {
  const texts = useConsoleTexts().payouts.recipients
  return (
    <tr>
      <td>
        <span class="recipient-name">
          <span class="split-mark split-3" aria-hidden="true" />
          <b>{texts.platform}</b>
        </span>
      </td>
      <td class="soft recipient-address">{texts.platformNote}</td>
      <td class="numeric">{`${showBps(bps)} %`}</td>
      <td class="numeric wide-only money">{amount}</td>
      <td class="recipient-tools" />
    </tr>
  )
}
