import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { toApiError } from '../../api/api-error.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Dialog } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { Icon } from '../../parts/icon.js'
import { toProblemToast } from '../../parts/problem.js'
import { showToast } from '../../parts/toast.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import type { Subscription } from '../use-subscriptions.js'

const ended = ['canceled', 'revoked', 'expired']

/** The actions of the merchant on a subscription. */
export function SubscriberActions({ subscription }: { subscription: Subscription }) {
  const texts = useConsoleTexts().subscriptions.drawer
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isCanceling, setCanceling] = useState(false)
  const { subscriptionId, customerWallet: wallet, status } = subscription
  const [signature, setSignature] = useState('')
  const message = texts.signedText(subscriptionId)
  const hasEnded = ended.includes(status)
  const mayResume = status === 'paused' || status === 'unpaid'
  const run = async (call: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await call()
      showToast({ kind: 'good', text: done })
      await queries.invalidateQueries({ queryKey: ['subscriptions', membership.wallet] })
    } catch (error) {
      showToast({ ...toProblemToast(error), text: texts.notSaved(toApiError(error).message) })
    }
    setBusy(false)
    setCanceling(false)
  }
  const copyLink = () => {
    const query = new URLSearchParams({ subscriptionId })
    const link = `${location.origin}/api/subscriptions/status?${query}`
    navigator.clipboard.writeText(link).then(
      () => showToast({ kind: 'good', text: texts.linkCopied }),
      () => showToast({ kind: 'bad', text: link }),
    )
  }
  return (
    <>
      <button type="button" class="button quiet" onClick={copyLink}>
        <Icon name="link" />
        {texts.copyLink}
      </button>
      {!hasEnded && (
        <button
          type="button"
          class="button quiet"
          disabled={isBusy}
          onClick={() => setCanceling(true)}
        >
          {texts.cancel}
        </button>
      )}
      {!hasEnded && status !== 'paused' && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => api.call('post', '/api/subscriptions/pause', { body: { subscriptionId } }),
              texts.pauseDone,
            )
          }
        >
          {texts.pause}
        </button>
      )}
      {mayResume && (
        <button
          type="button"
          class="button main"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => api.call('post', '/api/subscriptions/resume', { body: { subscriptionId } }),
              texts.resumeDone,
            )
          }
        >
          {texts.resume}
        </button>
      )}
      {isCanceling && (
        <Dialog
          title={texts.cancelTitle}
          onClose={() => setCanceling(false)}
          footer={
            <>
              <button type="button" class="button" onClick={() => setCanceling(false)}>
                {texts.cancelBack}
              </button>
              <button
                type="button"
                class="button danger"
                disabled={isBusy || !/^0x[0-9a-fA-F]{130,}$/.test(signature)}
                onClick={() =>
                  void run(
                    () =>
                      api.call('post', '/api/subscriptions/cancel', {
                        body: { subscriptionId, wallet, signature },
                      }),
                    texts.cancelDone,
                  )
                }
              >
                {texts.cancelConfirm}
              </button>
            </>
          }
        >
          <p>{texts.cancelText}</p>
          <Field label={texts.cancelMessage} value={message} readOnly />
          <CopyButton text={message} label={texts.copy(texts.cancelMessage)} />
          <Field
            label={texts.cancelSignature}
            value={signature}
            placeholder="0x…"
            spellcheck={false}
            autoComplete="off"
            onInput={({ currentTarget }) => setSignature(currentTarget.value.trim())}
          />
          <p class="soft">
            {texts.cancelApi} <code>POST /api/subscriptions/cancel</code>.
          </p>
        </Dialog>
      )}
    </>
  )
}
