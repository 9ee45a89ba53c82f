import { useState } from 'preact/hooks'
import { Hash } from '../../../ui/hash.js'
import { useFormats } from '../../format/use-formats.js'
import { Checkbox } from '../../parts/checkbox.js'
import { Dialog } from '../../parts/dialog.js'
import { Icon } from '../../parts/icon.js'
import { showToast } from '../../parts/toast.js'
import { useConsoleTexts } from '../../texts.js'
import { compareDrafts, type Draft } from './draft.js'
import { showBps } from './recipient-row.js'
import { useChange } from './use-change.js'

type ReviewDialogProps = {
  before: Draft
  after: Draft
  nameOf(address: string): string
  onClose(): void
}

const sampleUsd = 100

/** Shows what changes, and changes it with a fresh signature. */
export function ReviewDialog({ before, after, nameOf, onClose }: ReviewDialogProps) {
  const texts = useConsoleTexts().payouts.review
  const { money } = useFormats()
  const [deploysNow, setDeploysNow] = useState(true)
  const { phase, save } = useChange({
    unsigned: texts.unsigned,
    onDone() {
      showToast({ kind: 'good', text: texts.done })
      onClose()
    },
  })
  const isBusy = phase.kind !== 'idle'
  const share = (bps: number | null) => (bps === null ? texts.none : `${showBps(bps)} %`)
  return (
    <Dialog
      title={texts.title}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <button type="button" class="button" disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </button>
          <button
            type="button"
            class="button main"
            disabled={isBusy}
            onClick={() => void save(after, deploysNow)}
          >
            <Icon name="wallet" />
            {isBusy ? texts.signing : texts.sign}
          </button>
        </>
      }
    >
      <div class="review" aria-busy={isBusy}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.recipient}</th>
              <th scope="col" class="numeric">
                {texts.before}
              </th>
              <th scope="col" class="numeric">
                {texts.after}
              </th>
              <th scope="col" class="numeric">
                {texts.of(money(sampleUsd, 'USD'))}
              </th>
            </tr>
          </thead>
          <tbody>
            {compareDrafts(before, after).map((change) => (
              <tr key={change.address} class={change.before === change.after ? '' : 'changed'}>
                <th scope="row">
                  <b>{change.label || nameOf(change.address)}</b>
                  <br />
                  <Hash value={change.address} />
                </th>
                <td class="numeric">{share(change.before)}</td>
                <td class="numeric">
                  <b>{share(change.after)}</b>
                </td>
                <td class="numeric money">
                  {money(((change.after ?? 0) * sampleUsd) / 10_000, 'USD')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{texts.text}</p>
        <p class="soft">
          {texts.subscriptions} <code>POST /api/subscriptions/payout</code>.
        </p>
        <Checkbox label={texts.deploy} isChecked={deploysNow} onChange={setDeploysNow} />
        <p class="soft">{`${texts.deployHint} ${texts.wait}`}</p>
        {phase.kind === 'idle' && phase.problem && (
          <p class="problem-text" role="alert">
            {phase.problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
