// One picture of a form that can be cropped.
import { ScissorOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ImageUpload } from '#web/kit/upload/upload-image.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { uploadPicture } from '../meeting-uploads.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

type PictureInputProps = {
  'aria-label': string
  value?: UploadedFile | null
  onChange?: (file: UploadedFile | null) => void
}

export function PictureInput({ value = null, onChange, ...labelled }: PictureInputProps) {
  const [isCropping, setCropping] = useState(false)
  return (
    <>
      <ImageUpload {...labelled} value={value} send={uploadPicture} {...(onChange && { onChange })} />
      {value && (
        <Button
          size="small"
          icon={<ScissorOutlined />}
          aria-label={`裁剪 ${labelled['aria-label']}`}
          onClick={() => setCropping(true)}
        >
          裁剪
        </Button>
      )}
      {isCropping && value && (
        <Suspense fallback={null}>
          <CropDialog file={value} onCropped={(file) => onChange?.(file)} onClosed={() => setCropping(false)} />
        </Suspense>
      )}
    </>
  )
}
