import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import { QrCode } from '../../ui/qr-code.js'
import { useQr } from '../../ui/use-qr.js'
import { useFormats } from '../format/use-formats.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { useAct } from '../panels/use-load.js'
import { CopyButton } from '../parts/copy-button.js'
import { Dialog } from '../parts/dialog.js'
import { Select } from '../parts/select.js'
import { useSession } from '../session/session.js'
import type { Register } from './devices-panel.js'

const texts = teamTexts.registers
const kinds = ['register', 'display'] as const

type PairProps = { register: Register; onClose(): void }

/** Shows a code that pairs a device with a register, once. */
export function PairDialog({ register: { id, name }, onClose }: PairProps) {
  const { api } = useSession()
  const [kind, setKind] = useState<(typeof kinds)[number]>('register')
  const [pairing, setPairing] = useState<{ code: string; expiresAt: number } | null>(null)
  const pair = useAct(
    () => api.call('post', '/api/devices/pairings', { body: { registerId: id, kind } }),
    { done: null, isQuiet: true, onDone: setPairing },
  )
  if (pairing) {
    const path = `/pos/${id}${kind === 'display' ? '/display' : ''}`
    return <CodeDialog name={name} path={path} {...pairing} onClose={onClose} />
  }
  return (
    <FormDialog
      title={texts.pairNamed(name)}
      submit={texts.getCode}
      onSubmit={() => pair.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Select
        label={texts.kind}
        value={kind}
        options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={(value) => setKind(value)}
      />
    </FormDialog>
  )
}

type CodeProps = { name: string; path: string; code: string; expiresAt: number; onClose(): void }

function CodeDialog({ name, path, code, expiresAt, onClose }: CodeProps) {
  const formats = useFormats()
  // After the #, so that the code is in no log of a server.
  const address = `${location.origin}${path}#pair=${code}`
  const qr = useQr(address, null)
  return (
    <Dialog title={texts.pairNamed(name)} onClose={onClose}>
      <p>{texts.code}</p>
      <div class="pairing-code">
        <QrCode qr={qr} label={address} />
        <p class="secret">
          <code>{code}</code>
          <CopyButton text={code} label={texts.code} />
        </p>
      </div>
      <p class="soft">{texts.codeUntil(formats.clockExact(expiresAt))}</p>
    </Dialog>
  )
}
