// Avatar upload: choose a picture, crop a square, save; or remove the avatar.
import 'react-easy-crop/react-easy-crop.css'
import './avatar-upload.css'
import { Button, Slider } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { fileEndings, type StoredFile } from '#contract/files.ts'
import { AVATAR_PX, FILE_BYTES, IMAGE_PIXELS } from '#contract/limits.ts'
import { sizeText, type Upload, upload, uploadFailure } from '#web/lib/upload.ts'
import { useTexts } from '../texts/texts.ts'

const STEP_PX = 8
const ZOOM_MAX = 4
const ZOOM_STEP = 0.1
/** At 1, 200 px of wheel double the picture; at 0.2, a notch of 100 px is `ZOOM_STEP`. */
const WHEEL_SPEED = 0.2
const zoomKeys: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP }
/** At zoom 1 the shorter side fills the frame. `x`, `y`: px between the centres of picture and frame. */
const wholePicture = { zoom: 1, x: 0, y: 0 }
const MAX_SIZE = sizeText(FILE_BYTES.image)

type Chosen = { src: string; image: HTMLImageElement }

async function openPicture(file: File): Promise<Chosen | 'large' | 'broken'> {
  if (file.size > FILE_BYTES.image) return 'large'
  const image = new Image()
  const src = URL.createObjectURL(file)
  image.src = src
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(src)
    return 'broken'
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (width * height > 0 && width * height <= IMAGE_PIXELS) return { src, image }
  URL.revokeObjectURL(src)
  return 'large'
}

/** Crops the square to a JPEG of `AVATAR_PX`; transparent pixels become white. */
async function cutOut(image: HTMLImageElement, { x, y, width, height }: Area): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = AVATAR_PX
  canvas.height = AVATAR_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, AVATAR_PX, AVATAR_PX)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, AVATAR_PX, AVATAR_PX)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  if (!blob) throw new Error('the picture could not be made')
  return new File([blob], 'avatar.jpg', { type: blob.type })
}

export type AvatarUploadProps = {
  /** Current picture; if empty, the first character of the name is shown. */
  src: string
  name: string
  onSave: (file: StoredFile) => Promise<void> | void
  onRemove: () => Promise<void> | void
  send?: Upload
}

export function AvatarUpload({ src, name, onSave, onRemove, send = upload }: AvatarUploadProps) {
  const texts = useTexts().avatar
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState(wholePicture)
  const area = useRef<Area>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => () => URL.revokeObjectURL(chosen?.src ?? ''), [chosen])

  const choose = async (file: File | undefined) => {
    if (!file) return
    const opened = await openPicture(file)
    setError('')
    if (opened === 'large') return setError(texts.large(MAX_SIZE, IMAGE_PIXELS))
    if (opened === 'broken') return setError(texts.broken)
    setCrop(wholePicture)
    setChosen(opened)
  }

  const busily = async (act: () => Promise<void>) => {
    setBusy(true)
    setError('')
    try {
      await act()
      setChosen(undefined)
    } catch (failure) {
      setError(uploadFailure(failure))
    } finally {
      setBusy(false)
    }
  }

  const save = ({ image }: Chosen, from: Area) =>
    busily(async () => onSave(await send(await cutOut(image, from), { purpose: 'avatar' })))

  /** Zooms around the centre of the frame. */
  const zoomTo = (value: number) =>
    setCrop(({ zoom, x, y }) => {
      const to = Math.min(ZOOM_MAX, Math.max(1, value))
      return { zoom: to, x: (x * to) / zoom, y: (y * to) / zoom }
    })
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    const step = zoomKeys[key]
    if (step) zoomTo(crop.zoom + step)
  }

  return (
    <div className="avatar-dialog">
      {chosen ? (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: key events bubble up from the focusable crop area */}
          <div className="avatar-frame" onKeyDown={handleKeyDown}>
            <Cropper
              key={chosen.src}
              image={chosen.src}
              crop={crop}
              zoom={crop.zoom}
              maxZoom={ZOOM_MAX}
              aspect={1}
              objectFit="cover"
              cropShape="round"
              showGrid={false}
              keyboardStep={STEP_PX}
              zoomSpeed={WHEEL_SPEED}
              disableAutomaticStylesInjection
              cropperProps={{ role: 'application', 'aria-label': texts.frame }}
              onCropChange={({ x, y }) => setCrop((before) => ({ ...before, x, y }))}
              onZoomChange={(zoom) => setCrop((before) => ({ ...before, zoom }))}
              onCropAreaChange={(_percents, pixels) => {
                area.current = pixels
              }}
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
            onChange={zoomTo}
          />
        </>
      ) : (
        <span className="avatar-now">{src ? <img src={src} alt="" /> : Array.from(name)[0]}</span>
      )}
      {error ? <p role="alert">{error}</p> : <p>{texts.hint(MAX_SIZE)}</p>}
      <span className="avatar-acts">
        {src && !chosen && (
          <Button danger disabled={isBusy} onClick={() => busily(async () => onRemove())}>
            {texts.remove}
          </Button>
        )}
        <Button type={chosen ? 'default' : 'primary'} disabled={isBusy} onClick={() => input.current?.click()}>
          {chosen ? texts.again : texts.choose}
        </Button>
        {chosen && (
          <Button type="primary" loading={isBusy} onClick={() => area.current && save(chosen, area.current)}>
            {texts.save}
          </Button>
        )}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.choose}
        accept={fileEndings.avatar.join(',')}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
