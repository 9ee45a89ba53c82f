import { useId, useState } from 'preact/hooks'
import { toApiError } from '../api/api-error.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { useConsoleTexts } from '../texts.js'
import { useSay } from './messages.js'
import type { useViews, View, ViewContent } from './use-views.js'

type SaveViewDialogProps = {
  state: Pick<ReturnType<typeof useViews>, 'create' | 'mayShare'>
  content: ViewContent
  onSaved(view: View): void
  onClose(): void
}

const maxNameLength = 60

/** Names the filters and columns that a person sees, and keeps them for that person or the team. */
export function SaveViewDialog({ state, content, onSaved, onClose }: SaveViewDialogProps) {
  const { views: texts, filters } = useConsoleTexts().receipts
  const formId = useId()
  const say = useSay()
  const { create, mayShare } = state
  const [isMissing, setMissing] = useState(false)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    const name = String(fields.get('name') ?? '').trim()
    setMissing(name === '')
    if (name === '') return
    create.mutate(
      { name, isShared: fields.has('share'), content },
      {
        onSuccess: ({ view }) => {
          say({ kind: 'good', text: texts.saved(view.name) })
          onSaved(view)
        },
      },
    )
  }
  const problem = create.isError ? toApiError(create.error).message : null
  return (
    <Dialog
      title={texts.saveTitle}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {filters.cancel}
          </button>
          <button type="submit" class="button main" form={formId} disabled={create.isPending}>
            {texts.save}
          </button>
        </>
      }
    >
      <form id={formId} class="filter-form" onSubmit={save}>
        <p>{texts.saveText}</p>
        <Field
          label={texts.name}
          name="name"
          maxLength={maxNameLength}
          autoComplete="off"
          problem={isMissing ? texts.nameMissing : problem}
        />
        {mayShare && (
          <label class="check">
            <input type="checkbox" name="share" />
            {texts.share}
          </label>
        )}
      </form>
    </Dialog>
  )
}
