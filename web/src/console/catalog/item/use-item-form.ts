import { useEffect, useState } from 'preact/hooks'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { toApiError } from '../../api/api-error.js'
import { showToast } from '../../parts/toast.js'
import { type Item, newerItemOf, useItemCalls } from '../use-items.js'
import {
  changeOfDraft,
  type Draft,
  type DraftProblems,
  draftOf,
  findProblems,
  listChanged,
  rebaseDraft,
} from './item-draft.js'

const { item: texts } = catalogTexts

/** A newer version of the item, and the version that the person saw. */
type Merge = { from: Item; to: Item }

/** Edits an item, or a new one. A newer version of it never replaces what was typed. */
export function useItemForm(
  item: Item | null,
  { start, onCreated }: { start?: Draft | undefined; onCreated(item: Item): void },
) {
  const calls = useItemCalls()
  const [base, setBase] = useState(item)
  const [draft, setDraft] = useState<Draft>(() => start ?? draftOf(item))
  const [problems, setProblems] = useState<DraftProblems>({})
  const [message, setMessage] = useState<string | null>(null)
  const [merge, setMerge] = useState<Merge | null>(null)
  const [isBusy, setBusy] = useState(false)

  const rebase = (to: Item) => {
    if (base) setDraft((typed) => rebaseDraft(typed, { from: base, to }))
    setBase(to)
  }
  useEffect(() => {
    if (!item || item === base) return
    if (!base) {
      setBase(item)
      setDraft(draftOf(item))
      return
    }
    const isNewer = item.revision > base.revision
    if (isNewer && !isBusy && listChanged(draft, base).length > 0) {
      setMerge((earlier) => ({ from: earlier?.from ?? base, to: item }))
    }
    rebase(item)
  }, [item])

  const save = async (): Promise<boolean> => {
    const foundProblems = findProblems(draft)
    setProblems(foundProblems)
    if (Object.keys(foundProblems).length > 0) return false
    setBusy(true)
    setMessage(null)
    try {
      const change = changeOfDraft(draft, base)
      const saved = await (base ? calls.save(base, change) : calls.create(change))
      setMerge(null)
      setBase(saved)
      setDraft(draftOf(saved))
      const text = base ? texts.saved(saved.name) : texts.created(saved.name)
      showToast({ kind: 'good', text })
      if (!base) onCreated(saved)
      return true
    } catch (error) {
      const newer = newerItemOf(error)
      if (newer && base) {
        setMerge({ from: base, to: newer })
        rebase(newer)
        calls.show(newer)
      } else setMessage(newer ? texts.skuTaken(newer.name) : toApiError(error).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    base,
    draft,
    problems,
    message,
    merge,
    isBusy,
    isChanged: listChanged(draft, base).length > 0,
    change(changed: Partial<Draft>) {
      setDraft((typed) => ({ ...typed, ...changed }))
      setProblems((found) =>
        Object.fromEntries(Object.entries(found).filter(([field]) => !(field in changed))),
      )
    },
    /** Adds to the pictures that there are then, because an upload takes time. */
    addImage: (url: string) =>
      setDraft((typed) => ({ ...typed, images: [...new Set([...typed.images, url])] })),
    discard() {
      setDraft(draftOf(base))
      setProblems({})
      setMessage(null)
      setMerge(null)
    },
    save,
  }
}
