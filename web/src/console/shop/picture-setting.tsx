import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { shopTexts } from '../../core/texts/en-console-shop.js'
import { toApiError } from '../api/api-error.js'
import { isCanceled, uploadFile } from '../catalog/upload-file.js'
import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'

const texts = shopTexts.picture
const maxBytes = 8 * 1024 * 1024

type PictureSettingProps = {
  label: string
  hint: string | undefined
  problem: string | null
  value: string
  disabled: boolean
  onChange(value: string): void
}

/** A picture of the shop, uploaded from the device. */
export function PictureSetting(props: PictureSettingProps) {
  const { label, hint, problem, value, disabled, onChange } = props
  const titleId = useId()
  const files = useRef<HTMLInputElement>(null)
  const upload = usePicture(onChange)
  const note = upload.problem ?? problem
  return (
    <fieldset class="picture-setting" aria-labelledby={titleId}>
      <PictureView value={value} />
      <div class="stack">
        <b id={titleId}>{label}</b>
        <p class={note ? 'field-problem' : 'field-hint'} role={note ? 'alert' : undefined}>
          {note ?? (value !== '' && pathOf(value) === null ? texts.elsewhere : hint)}
        </p>
        <div class="row">
          <input
            ref={files}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            aria-label={label}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = ''
              if (file) void upload.send(file)
            }}
          />
          <button
            type="button"
            class="button"
            disabled={disabled || upload.part !== null}
            aria-label={texts.choose(label)}
            onClick={() => files.current?.click()}
          >
            <Icon name="upload" />
            {texts.chooseShort}
          </button>
          {upload.part !== null && (
            <progress aria-label={texts.uploading} value={upload.part} max={1} />
          )}
          {value !== '' && !disabled && (
            <button
              type="button"
              class="button quiet"
              aria-label={texts.remove(label)}
              onClick={() => onChange('')}
            >
              {texts.removeShort}
            </button>
          )}
        </div>
      </div>
    </fieldset>
  )
}

/** Pictures of other hosts are never loaded: their address is shown. */
function PictureView({ value }: { value: string }) {
  const path = pathOf(value)
  if (path !== null) return <img class="picture-view" src={path} alt="" width="64" height="64" />
  return (
    <span class="picture-view" title={value || undefined}>
      <Icon name={value === '' ? 'camera' : 'link'} />
    </span>
  )
}

/** Returns the path of a small size of a picture of this service, or null. */
export function pathOf(url: string, size = 320): string | null {
  const [, hash] = /\/media\/([0-9a-f]{64})\/\d+\.webp$/.exec(url) ?? []
  return hash === undefined ? null : `/media/${hash}/${size}.webp`
}

function usePicture(onAdd: (url: string) => void) {
  const session = useSession()
  const [part, setPart] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File) => {
    setProblem(file.size > maxBytes ? texts.tooLarge : null)
    if (file.size > maxBytes) return
    running.current = new AbortController()
    setPart(0)
    try {
      const { picture } = (await uploadFile(session, {
        path: '/api/media',
        content: file,
        type: file.type || 'application/octet-stream',
        onProgress: setPart,
        signal: running.current.signal,
      })) as { picture: { url: string } }
      onAdd(picture.url)
    } catch (error) {
      if (!isCanceled(error)) setProblem(toApiError(error).message)
    }
    setPart(null)
  }
  return { part, problem, send }
}
