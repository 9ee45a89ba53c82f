import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Panel } from '../panels/page.js'
import { useAct } from '../panels/use-load.js'
import { OnDemand } from '../parts/on-demand.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'

const texts = developerTexts.sandbox

type Tool = 'clock' | 'pay' | 'reset'

/** The tools that only a sandbox has. */
export function SandboxTab() {
  const [opened, setOpened] = useState<Tool | null>(null)
  const close = () => setOpened(null)
  const tools = [
    { tool: 'pay', label: texts.pay, text: texts.payText },
    { tool: 'clock', label: texts.clock, text: texts.clockText },
    { tool: 'reset', label: texts.reset, text: texts.resetText },
  ] as const
  return (
    <Panel title={texts.title}>
      <ul class="plain-list tool-list">
        {tools.map(({ tool, label, text }) => (
          <li key={tool}>
            <span>
              <b>{label}</b>
              <span class="soft">{text}</span>
            </span>
            <button type="button" class="button" onClick={() => setOpened(tool)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
      {opened === 'clock' && (
        <OnDemand
          load={() => import('../shell/clock-dialog.js').then(({ ClockDialog }) => ClockDialog)}
          props={{ onClose: close }}
          onFailed={close}
        />
      )}
      {opened === 'pay' && (
        <OnDemand
          load={() => import('../shell/pay-dialog.js').then(({ PayDialog }) => PayDialog)}
          props={{ onClose: close }}
          onFailed={close}
        />
      )}
      {opened === 'reset' && <ResetDialog onClose={close} />}
    </Panel>
  )
}

function ResetDialog({ onClose }: { onClose(): void }) {
  const { api } = useSession()
  const queries = useQueryClient()
  const reset = useAct(() => api.call('post', '/api/sandbox/reset'), {
    done: null,
    isQuiet: true,
    onDone: ({ receipts }) => {
      showToast({ kind: 'good', text: texts.resetDone(receipts) })
      // Nearly everything that was read is gone.
      void queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={texts.resetTitle}
      submit={texts.resetConfirm}
      isDanger
      onSubmit={() => reset.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.resetText}</p>
    </FormDialog>
  )
}
