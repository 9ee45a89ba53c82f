import { useEffect, useRef } from 'preact/hooks'

const checkMs = 30 * 60_000
/**
 * Browsers activate a worker only while the former one is at rest, and forget it otherwise. So the
 * register waits until the request has passed that clears the customer display.
 */
const idleMs = 2_000

/**
 * Installs the service worker, which keeps the shell for a start without a connection. A new version
 * is applied once nothing was sold for two seconds.
 */
export function useUpdates({ isIdle }: { isIdle: boolean }): void {
  const registration = useRef<ServiceWorkerRegistration | null>(null)
  const isOutdated = useRef(false)

  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!workers) return
    // The first worker takes over a page that is current already.
    const hadWorker = workers.controller !== null
    const onChange = () => {
      isOutdated.current = hadWorker
    }
    workers.addEventListener('controllerchange', onChange)
    const install = async () => {
      registration.current = await workers
        .register('/pos/worker.js', { scope: '/pos/' })
        .catch(() => null)
    }
    void install()
    const check = () => void registration.current?.update().catch(() => {})
    const timer = setInterval(check, checkMs)
    return () => {
      clearInterval(timer)
      workers.removeEventListener('controllerchange', onChange)
    }
  }, [])
  useEffect(() => {
    if (!isIdle) return
    const apply = () => {
      // An open dialog is work, too: a price, a discount or a printer.
      if (document.querySelector('dialog[open]')) return
      if (isOutdated.current) location.reload()
      else registration.current?.waiting?.postMessage('apply-update')
    }
    const timer = setInterval(apply, idleMs)
    return () => clearInterval(timer)
  }, [isIdle])
}
