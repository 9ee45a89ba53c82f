import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { InputOf } from '../api/api-types.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { useAct } from '../panels/use-load.js'
import { Field, TextArea } from '../parts/field.js'
import { Segments } from '../parts/segments.js'
import { useSession } from '../session/session.js'
import type { Register } from './devices-panel.js'

const texts = teamTexts.registers

type Change = NonNullable<InputOf<'put', '/api/registers/{id}'>['body']>
type Draft = Record<'name' | 'items' | 'tips' | 'jurisdiction' | 'footer' | 'width', string>

const maxTips = 6
const widths = ['58', '80'] as const

type RegisterDialogProps = { register: Register | null; onClose(): void }

/** Adds a register, or changes what it sells, its tips, its tax and its printed receipts. */
export function RegisterDialog({ register, onClose }: RegisterDialogProps) {
  const { api } = useSession()
  const [draft, setDraft] = useState(() => draftOf(register))
  const [attempt] = useState(() => crypto.randomUUID())
  const body = readDraft(draft)
  const save = useAct(
    async () => {
      if (!body) return
      if (register) {
        const expectedRevision = register.revision ?? 0
        const path = { id: register.id }
        await api.call('put', '/api/registers/{id}', { path, body: { ...body, expectedRevision } })
        return
      }
      const headers = { 'idempotency-key': attempt }
      await api.call('post', '/api/registers', { headers, body })
    },
    {
      done: register ? texts.saved : texts.added,
      changes: ['/api/registers'],
      isQuiet: true,
      onDone: onClose,
    },
  )
  const field = (name: keyof Draft) => ({
    label: texts.fields[name],
    value: draft[name],
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  })
  return (
    <FormDialog
      title={register ? texts.editTitle(register.name) : texts.add}
      submit={register ? texts.save : texts.add}
      isDisabled={!body}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Field {...field('name')} maxLength={60} required />
      <Field
        {...field('tips')}
        hint={texts.tipsHint}
        problem={readTips(draft.tips) ? null : texts.tipsProblem}
      />
      <TextArea {...field('items')} hint={texts.itemsHint} rows={2} />
      <Field {...field('jurisdiction')} hint={texts.jurisdictionHint} maxLength={40} />
      <TextArea {...field('footer')} hint={texts.footerHint} rows={2} maxLength={500} />
      <Segments
        label={texts.fields.width}
        value={draft.width}
        options={widths.map((value) => ({ value, label: texts.widthOf(value) }))}
        onChange={(width) => setDraft({ ...draft, width })}
      />
    </FormDialog>
  )
}

function draftOf(register: Register | null): Draft {
  return {
    name: register?.name ?? '',
    items: register?.items?.join(', ') ?? '',
    tips: register?.tipPresets?.join(', ') ?? '',
    jurisdiction: register?.jurisdictionCode ?? '',
    footer: register?.footer ?? '',
    width: String(register?.receiptWidth ?? 80),
  }
}

/** Returns the settings of a register, or null if a field is wrong. */
function readDraft(draft: Draft): Change | null {
  const tipPresets = readTips(draft.tips)
  const name = draft.name.trim()
  if (name === '' || !tipPresets) return null
  const items = splitWords(draft.items)
  return {
    name,
    items: items.length > 0 ? items : null,
    tipPresets,
    jurisdictionCode: draft.jurisdiction.trim() || null,
    footer: draft.footer.trim(),
    receiptWidth: Number(draft.width),
  } as Change
}

/** Returns the percents of a text such as "10, 15, 20", or null if one is wrong. */
function readTips(text: string): number[] | null {
  const tips = splitWords(text).map((word) => Number(word.replace(/%$/, '')))
  return tips.length <= maxTips && tips.every((tip) => tip > 0 && tip <= 100) ? tips : null
}

const splitWords = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
