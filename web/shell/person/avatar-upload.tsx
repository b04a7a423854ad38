// A person's own picture: choose one, cut out a square, save it; or take it away.
import './avatar-crop.css'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { fileEndings, type StoredFile } from '../../../contract/files.ts'
import { AVATAR_PX, FILE_BYTES, IMAGE_PIXELS } from '../../../contract/limits.ts'
import { sizeText, type Upload, upload, uploadFailure } from '../../lib/upload.ts'
import { useTexts } from '../texts/texts.ts'
import { type Crop, type Size, wholePicture } from './avatar-crop.rules.ts'
import { AvatarCrop, cutOut } from './avatar-crop.tsx'

const MAX_SIZE = sizeText(FILE_BYTES.image)

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
  const texts = useTexts().avatar
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState<Crop>(wholePicture)
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

  const save = ({ image }: Chosen) =>
    busily(async () => onSave(await send(await cutOut(image, crop, AVATAR_PX), { purpose: 'avatar' })))

  return (
    <div className="avatar-dialog">
      {chosen ? (
        <AvatarCrop src={chosen.src} size={chosen.size} crop={crop} texts={texts} onChange={setCrop} />
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
          <Button type="primary" loading={isBusy} onClick={() => save(chosen)}>
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
