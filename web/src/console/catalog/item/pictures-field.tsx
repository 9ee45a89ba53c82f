import { useEffect, useRef, useState } from 'preact/hooks'
import { pictureTexts as texts } from '../../../core/texts/en-console-pictures.js'
import { toApiError } from '../../api/api-error.js'
import { useFormats } from '../../format/use-formats.js'
import { Icon } from '../../parts/icon.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { thumbOf } from '../item-fields.js'
import { isCanceled, uploadFile } from '../upload-file.js'
import { CropDialog } from './crop-dialog.js'

type PicturesFieldProps = {
  images: readonly string[]
  onAdd(url: string): void
  onChange(images: readonly string[]): void
}

const maxPictures = 8
const maxBytes = 8 * 1024 * 1024

type Choice = { file: File; picture: ImageBitmap }

/** The pictures of an item, added by drop, paste, file or camera. The first one is in lists. */
export function PicturesField({ images, onAdd, onChange }: PicturesFieldProps) {
  const format = useFormats()
  const { upload, queue, choice, problem, add, finish, cancel } = usePictureUpload(onAdd)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const room = maxPictures - images.length
  const take = (chosen: FileList | null | undefined) => add([...(chosen ?? [])].slice(0, room))
  usePastedPictures(room > 0 ? (pasted) => add(pasted.slice(0, room)) : null)
  const move = (index: number) => {
    const chosen = images[index]
    if (chosen !== undefined) {
      onChange([chosen, ...images.filter((_, place) => place !== index)])
    }
  }
  const pick = (input: HTMLInputElement) => {
    take(input.files)
    // The same file may be chosen again.
    input.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The buttons inside do the same.
    <div
      class={`pictures${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <ul aria-label={texts.label}>
        {images.map((image, index) => (
          <li key={image}>
            <PictureView image={image} name={texts.picture(String(index + 1))} />
            <span class="picture-tools">
              {index > 0 && (
                <button
                  type="button"
                  class="icon-button small"
                  aria-label={texts.first(String(index + 1))}
                  title={texts.first(String(index + 1))}
                  onClick={() => move(index)}
                >
                  <Icon name="up" />
                </button>
              )}
              <button
                type="button"
                class="icon-button small"
                aria-label={texts.remove(String(index + 1))}
                onClick={() => onChange(images.filter((_, place) => place !== index))}
              >
                <Icon name="close" />
              </button>
            </span>
          </li>
        ))}
        {upload !== null && (
          <li class="picture-upload">
            <progress aria-label={texts.uploading} value={upload} max={1} />
            <span class="soft">{format.percent(Math.floor(upload * 100) / 100)}</span>
            <button type="button" class="link-button" onClick={cancel}>
              {texts.cancel}
            </button>
          </li>
        )}
      </ul>
      {problem && (
        <p class="problem-text" role="alert">
          {problem}
        </p>
      )}
      {room > 0 && (
        <div class="row">
          <input
            ref={files}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            multiple
            aria-label={texts.add}
            onChange={({ currentTarget }) => pick(currentTarget)}
          />
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            aria-label={texts.camera}
            onChange={({ currentTarget }) => pick(currentTarget)}
          />
          <button type="button" class="button" onClick={() => files.current?.click()}>
            <Icon name="upload" />
            {texts.add}
          </button>
          <button type="button" class="button" onClick={() => camera.current?.click()}>
            <Icon name="camera" />
            {texts.camera}
          </button>
          <span class="soft">{queue > 1 ? texts.waiting(String(queue - 1)) : texts.hint}</span>
        </div>
      )}
      {choice && (
        <CropDialog
          key={choice.file.name + choice.file.size}
          picture={choice.picture}
          onChoose={(part) => void finish(part ?? choice.file)}
          onClose={() => void finish(null)}
        />
      )}
    </div>
  )
}

/** Pictures of other hosts are never loaded: their address is shown. */
function PictureView({ image, name }: { image: string; name: string }) {
  const thumb = thumbOf(image)?.replace('/48.webp', '/320.webp')
  if (!thumb) {
    return (
      <span class="picture-address" title={image}>
        {image}
      </span>
    )
  }
  return <img src={thumb} alt={name} width="96" height="96" />
}

/** Crops and uploads pictures, one after another. */
function usePictureUpload(onAdd: (url: string) => void) {
  const session = useSession()
  const { states } = useConsoleTexts()
  const [queue, setQueue] = useState<readonly File[]>([])
  const [choice, setChoice] = useState<Choice | null>(null)
  const [upload, setUpload] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const add = useRef(onAdd)
  add.current = onAdd
  useEffect(() => () => running.current?.abort(), [])
  const [file] = queue
  useEffect(() => {
    if (!file) return undefined
    let isCurrent = true
    createImageBitmap(file).then(
      (picture) => isCurrent && setChoice({ file, picture }),
      () => {
        if (!isCurrent) return
        setProblem(texts.unreadable(file.name))
        setQueue((files) => files.slice(1))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [file])
  const finish = async (content: Blob | null) => {
    choice?.picture.close()
    setChoice(null)
    if (content && content.size > maxBytes) setProblem(texts.tooLarge)
    else if (content) {
      running.current = new AbortController()
      setUpload(0)
      try {
        const { picture } = (await uploadFile(session, {
          path: '/api/media',
          content,
          type: content.type || 'application/octet-stream',
          onProgress: setUpload,
          signal: running.current.signal,
        })) as { picture: { url: string } }
        add.current(picture.url)
      } catch (error) {
        if (!isCanceled(error)) setProblem(toApiError(error).message || states.noAnswer)
      }
      setUpload(null)
    }
    setQueue((files) => files.slice(1))
  }
  return {
    upload,
    queue: queue.length,
    choice,
    problem,
    add(chosen: readonly File[]) {
      setProblem(null)
      setQueue((files) => [...files, ...chosen])
    },
    finish,
    cancel: () => running.current?.abort(),
  }
}

/** Takes pictures that are pasted anywhere on the page. */
function usePastedPictures(onPaste: ((files: File[]) => void) | null): void {
  const latest = useRef(onPaste)
  latest.current = onPaste
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const pictures = [...(clipboardData?.files ?? [])].filter(({ type }) =>
        type.startsWith('image/'),
      )
      if (pictures.length > 0) latest.current?.(pictures)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
