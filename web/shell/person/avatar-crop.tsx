// The frame in which a picture is moved and enlarged: by dragging, by the wheel, by the slider, by the keyboard.
import './avatar-crop.css'
import { Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Texts } from '../texts/zh.ts'
import { type Crop, covering, drawnSize, type Size, sourceOf, ZOOM_MAX, zoomTo } from './avatar-crop.rules.ts'

/** px */
const FRAME = 280
const STEP_PX = 8
const ZOOM_STEP = 0.1

type AvatarCropProps = {
  src: string
  size: Size
  crop: Crop
  texts: Pick<Texts['avatar'], 'frame' | 'zoom'>
  onChange: (crop: Crop) => void
}

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}
const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP }

export function AvatarCrop({ src, size, crop, texts, onChange }: AvatarCropProps) {
  const grip = useRef<{ x: number; y: number } | null>(null)
  const move = (x: number, y: number) => onChange(covering({ ...crop, x: crop.x + x, y: crop.y + y }, size, FRAME))
  const zoom = (to: number) => onChange(zoomTo(crop, to, size, FRAME))

  const handlePointerMove = ({ clientX, clientY }: PointerEvent) => {
    const from = grip.current
    if (!from) return
    grip.current = { x: clientX, y: clientY }
    move(clientX - from.x, clientY - from.y)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const way = moves[event.key]
    const more = zooms[event.key]
    if (!way && more === undefined) return
    event.preventDefault()
    if (way) move(...way)
    else zoom(crop.zoom + (more ?? 0))
  }

  const { width, height } = drawnSize(size, crop.zoom, FRAME)
  return (
    <div className="avatar-crop">
      <div
        role="application"
        aria-label={texts.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the picture in it
        tabIndex={0}
        className="avatar-frame"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          grip.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={handlePointerMove}
        onPointerUp={() => {
          grip.current = null
        }}
        onPointerCancel={() => {
          grip.current = null
        }}
        onWheel={({ deltaY }) => zoom(crop.zoom - Math.sign(deltaY) * ZOOM_STEP)}
        onKeyDown={handleKeyDown}
      >
        <img
          src={src}
          alt=""
          draggable={false}
          style={{ width, height, transform: `translate(calc(-50% + ${crop.x}px), calc(-50% + ${crop.y}px))` }}
        />
      </div>
      <Slider
        className="avatar-zoom"
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={crop.zoom}
        tooltip={{ open: false }}
        ariaLabelForHandle={texts.zoom}
        onChange={zoom}
      />
    </div>
  )
}

/** Cuts the square out, as a JPEG of `px` × `px`; what is transparent becomes white. */
export async function cutOut(image: HTMLImageElement, crop: Crop, px: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = px
  canvas.height = px
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const { x, y, side } = sourceOf(crop, { width: image.naturalWidth, height: image.naturalHeight }, FRAME)
  context.fillStyle = 'white'
  context.fillRect(0, 0, px, px)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, side, side, 0, 0, px, px)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  if (!blob) throw new Error('the picture could not be made')
  return new File([blob], 'avatar.jpg', { type: blob.type })
}
