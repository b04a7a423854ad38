// Crops a picture: drag it behind the frame, or move it by the sliders.
import './crop-dialog.css'
import { Modal, Segmented, Slider } from 'antd'
import { type PointerEvent, useRef, useState } from 'react'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { notify } from '#web/lib/notify.ts'
import { uploadFailure } from '#web/lib/upload.ts'
import { uploadPicture } from '../meeting-uploads.ts'
import { type Crop, type CropRatio, cropPart, cropRatios, dragged, firstCrop, ZOOM_MAX } from './crop.rules.ts'

const ratios = Object.keys(cropRatios) as CropRatio[]
const QUALITY = 0.92
const STEP = 0.01
/** So that the sliders stay in sight. By the width, as a limit of the height alone would bend the ratio. */
const FRAME_VH = 60

async function cutOut(image: HTMLImageElement, crop: Crop, name: string): Promise<File> {
  const { left, top, width, height } = cropPart({ width: image.naturalWidth, height: image.naturalHeight }, crop)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // JPEG knows no transparency: what is clear becomes white instead of black
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('no picture')
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
}

type Props = { file: UploadedFile; onCropped: (file: UploadedFile) => void; onClosed: () => void }

export default function CropDialog({ file, onCropped, onClosed }: Props) {
  const { close, frame } = useDialog(onClosed)
  const image = useRef<HTMLImageElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [crop, setCrop] = useState(firstCrop)
  const [isSaving, setSaving] = useState(false)
  const change = (changes: Partial<Crop>) => setCrop((before) => ({ ...before, ...changes }))

  const handleMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    if (!from.current || !size) return
    const { width, height } = currentTarget.getBoundingClientRect()
    const by = { x: (clientX - from.current.x) / width, y: (clientY - from.current.y) / height }
    from.current = { x: clientX, y: clientY }
    setCrop((before) => dragged(size, before, by))
  }
  const save = async () => {
    if (!image.current || !size) return
    setSaving(true)
    try {
      const stored = await uploadPicture(await cutOut(image.current, crop, file.name), { purpose: 'image' })
      onCropped({ id: stored.id, name: stored.name, size: stored.size, type: stored.type, url: stored.url })
      close()
    } catch (error) {
      notify.error(`裁剪后的图片没有保存：${uploadFailure(error)}`)
    } finally {
      setSaving(false)
    }
  }

  const part = size && cropPart(size, crop)
  const slider = (label: string, key: 'x' | 'y' | 'zoom', [min, max]: readonly [number, number]) => (
    <div className="crop-slider">
      <span aria-hidden="true">{label}</span>
      <Slider
        ariaLabelForHandle={label}
        min={min}
        max={max}
        step={STEP}
        value={crop[key]}
        tooltip={{ open: false }}
        onChange={(value) => change({ [key]: value })}
      />
    </div>
  )
  return (
    <Modal
      title="裁剪图片"
      {...frame}
      width={640}
      okText="使用裁剪后的图片"
      cancelText="取消"
      confirmLoading={isSaving}
      okButtonProps={{ disabled: !size }}
      onOk={() => void save()}
      onCancel={close}
    >
      <Segmented<CropRatio>
        aria-label="比例"
        value={crop.ratio}
        options={ratios}
        onChange={(ratio) => change({ ratio })}
      />
      <div
        className="crop-frame"
        style={{ aspectRatio: cropRatios[crop.ratio], maxInlineSize: `${FRAME_VH * cropRatios[crop.ratio]}vh` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={handleMove}
        onPointerUp={() => {
          from.current = undefined
        }}
        onPointerCancel={() => {
          from.current = undefined
        }}
      >
        <img
          ref={image}
          src={file.url}
          alt={`裁剪 ${file.name}`}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          style={
            part && {
              inlineSize: `${(size.width / part.width) * 100}%`,
              insetInlineStart: `${(-part.left / part.width) * 100}%`,
              insetBlockStart: `${(-part.top / part.height) * 100}%`,
            }
          }
        />
      </div>
      {slider('缩放', 'zoom', [1, ZOOM_MAX])}
      {slider('左右', 'x', [0, 1])}
      {slider('上下', 'y', [0, 1])}
    </Modal>
  )
}
