// A person's own picture: choose one, cut out a square, save it; or take it away.
import './avatar-crop.css'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { fileEndings, type StoredFile } from '../../../contract/files.ts'
import { AVATAR_PX, FILE_BYTES, IMAGE_PIXELS } from '../../../contract/limits.ts'
import { type Language, useSettings } from '../../lib/settings.ts'
import { sizeText, type Upload, upload, uploadFailure } from '../../lib/upload.ts'
import { type Crop, type Size, wholePicture } from './avatar-crop.rules.ts'
import { AvatarCrop, type CropWords, cutOut } from './avatar-crop.tsx'

type Words = CropWords & {
  choose: string
  again: string
  remove: string
  save: string
  hint: string
  large: string
  broken: string
}

const languages: Readonly<Record<Language, Words>> = {
  zh: {
    choose: '选择图片',
    again: '重新选择',
    remove: '移除头像',
    save: '保存头像',
    frame: '裁剪头像：拖动或用方向键移动，用加号和减号缩放',
    zoom: '缩放',
    hint: `PNG、JPG 或 WebP，不超过 ${sizeText(FILE_BYTES.image)}`,
    large: `图片过大，请选择不超过 ${sizeText(FILE_BYTES.image)}、${IMAGE_PIXELS / 10_000} 万像素的图片`,
    broken: '图片无法打开，请换一张',
  },
  en: {
    choose: 'Choose a picture',
    again: 'Choose another',
    remove: 'Remove picture',
    save: 'Save picture',
    frame: 'Crop: drag or use the arrow keys to move, plus and minus to zoom',
    zoom: 'Zoom',
    hint: `PNG, JPG or WebP, up to ${sizeText(FILE_BYTES.image)}`,
    large: `Too large: choose a picture of up to ${sizeText(FILE_BYTES.image)} and ${IMAGE_PIXELS / 1_000_000} megapixels`,
    broken: 'This picture cannot be opened, choose another',
  },
}

type Chosen = { src: string; image: HTMLImageElement; size: Size }

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
  if (width * height > 0 && width * height <= IMAGE_PIXELS) return { src, image, size: { width, height } }
  URL.revokeObjectURL(src)
  return 'large'
}

export type AvatarUploadProps = {
  /** The picture now, or empty; then the name's first sign stands for it. */
  src: string
  name: string
  onSave: (file: StoredFile) => Promise<void> | void
  onRemove: () => Promise<void> | void
  send?: Upload
}

export function AvatarUpload({ src, name, onSave, onRemove, send = upload }: AvatarUploadProps) {
  const words = languages[useSettings(({ language }) => language)]
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState<Crop>(wholePicture)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => () => URL.revokeObjectURL(chosen?.src ?? ''), [chosen])

  const choose = async (file: File | undefined) => {
    if (!file) return
    const opened = await openPicture(file)
    setError(typeof opened === 'string' ? words[opened] : '')
    if (typeof opened === 'string') return
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

  const save = ({ image }: Chosen) =>
    busily(async () => onSave(await send(await cutOut(image, crop, AVATAR_PX), { purpose: 'avatar' })))

  return (
    <div className="avatar-dialog">
      {chosen ? (
        <AvatarCrop src={chosen.src} size={chosen.size} crop={crop} words={words} onChange={setCrop} />
      ) : (
        <span className="avatar-now">{src ? <img src={src} alt="" /> : Array.from(name)[0]}</span>
      )}
      {error ? <p role="alert">{error}</p> : <p>{words.hint}</p>}
      <span className="avatar-acts">
        {src && !chosen && (
          <Button danger disabled={isBusy} onClick={() => busily(async () => onRemove())}>
            {words.remove}
          </Button>
        )}
        <Button type={chosen ? 'default' : 'primary'} disabled={isBusy} onClick={() => input.current?.click()}>
          {chosen ? words.again : words.choose}
        </Button>
        {chosen && (
          <Button type="primary" loading={isBusy} onClick={() => save(chosen)}>
            {words.save}
          </Button>
        )}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.choose}
        accept={fileEndings.avatar.join(',')}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
