import { useEffect, useRef, useState } from 'preact/hooks'
import { pictureTexts as texts } from '../../../core/texts/en-console-pictures.js'
import { Dialog } from '../../parts/dialog.js'
import { centered, clampCrop, maxZoom, moveCrop, squareOf } from './crop.js'

type CropDialogProps = {
  picture: ImageBitmap
  /** Called with the chosen part, or with null for the whole picture. */
  onChoose(part: Blob | null): void
  onClose(): void
}

const viewSize = 480
/** The largest size that the service keeps is 960 pixels. */
const maxSide = 1_600
const arrowStep = 12

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [arrowStep, 0],
  ArrowRight: [-arrowStep, 0],
  ArrowUp: [0, arrowStep],
  ArrowDown: [0, -arrowStep],
}

/** Chooses the square of a picture that lists and pages show. */
export function CropDialog({ picture, onChoose, onClose }: CropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState(centered)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])
  const move = (dx: number, dy: number) => {
    const view = canvas.current?.clientWidth || viewSize
    setCrop((current) => moveCrop(picture, current, { dx, dy, view }))
  }
  const choose = async () => {
    setBusy(true)
    const part = document.createElement('canvas')
    part.width = Math.round(Math.min(squareOf(picture, crop).side, maxSide))
    part.height = part.width
    draw(part, picture, crop)
    const blob = await new Promise<Blob | null>((resolve) => {
      part.toBlob(resolve, 'image/webp', 0.92)
    })
    if (blob) onChoose(blob)
    else onClose()
  }
  return (
    <Dialog
      title={texts.crop}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" disabled={isBusy} onClick={() => onChoose(null)}>
            {texts.whole}
          </button>
          <button type="button" class="button main" disabled={isBusy} onClick={() => void choose()}>
            {texts.use}
          </button>
        </>
      }
    >
      <p class="soft">{texts.cropText}</p>
      {/* Focusable, because the arrow keys move the picture. */}
      <canvas
        ref={canvas}
        class="crop-view"
        width={viewSize}
        height={viewSize}
        tabIndex={0}
        role="img"
        aria-label={texts.cropView}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          grip.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={({ clientX, clientY }) => {
          if (!grip.current) return
          move(clientX - grip.current.x, clientY - grip.current.y)
          grip.current = { x: clientX, y: clientY }
        }}
        onPointerUp={() => {
          grip.current = null
        }}
        onPointerCancel={() => {
          grip.current = null
        }}
        onKeyDown={(event) => {
          const step = arrows[event.key]
          if (!step) return
          event.preventDefault()
          move(...step)
        }}
      />
      <label class="crop-zoom">
        {texts.zoom}
        <input
          type="range"
          min="1"
          max={String(maxZoom)}
          step="0.05"
          value={crop.zoom}
          onInput={({ currentTarget }) => {
            const zoom = Number(currentTarget.value)
            setCrop((current) => clampCrop(picture, { ...current, zoom }))
          }}
        />
      </label>
    </Dialog>
  )
}

function draw(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  crop: Parameters<typeof squareOf>[1],
): void {
  const context = canvas.getContext('2d')
  const { left, top, side } = squareOf(picture, crop)
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}
