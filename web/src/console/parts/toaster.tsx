import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import { onFirstToast } from './toast.js'

/** The place of toasts, which is empty until the first one. */
export function Toaster() {
  const [List, setList] = useState<ComponentType | null>(null)
  useEffect(() => {
    onFirstToast(() => {
      void loadCode(() => import('./toast-list.js'))
        .then(({ ToastList }) => setList(() => ToastList))
        .catch(() => undefined)
    })
  }, [])
  return List && <List />
}
