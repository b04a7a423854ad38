// meetingPicturesForm: the pictures of one meeting, and many more at once.
import { Form } from 'antd'
import { useState } from 'react'
import { FILES_AT_ONCE, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { uploadPicture } from '../meeting-uploads.ts'
import { PICTURES } from './content-labels.tsx'
import { ContentsPage, useMeetingId } from './contents-page.tsx'
import { ImageList } from './image-list.tsx'

type Values = { files: UploadedFile[] }

const empty: Values = { files: [] }

function NewPictures({ meetingId, onDone }: { meetingId: string; onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const [isUploading, setUploading] = useState(false)
  const adding = useAct(pictureCalls.add, { success: actText('add'), invalidates: [pictureCalls.list] })
  const save = async ({ files }: Values) => {
    if (isUploading) {
      notify.warning('图片还在上传，请稍候')
      return false
    }
    return (await adding.run({ meetingId, fileIds: files.map(({ id }) => id) })) !== undefined
  }
  return (
    <FormPage form={form} initial={empty} isSaving={adding.pending} onSave={save} onSaved={onDone} onCancel={onDone}>
      <FormSection title="新增图片">
        <Form.Item
          name="files"
          label="图片"
          extra="替代文字先取文件名，保存后可以修改。"
          rules={[{ type: 'array', required: true, min: 1, message: '请上传图片' }]}
        >
          <FileUpload
            aria-label="图片"
            purpose="image"
            send={uploadPicture}
            max={FILES_AT_ONCE}
            onBusy={setUploading}
          />
        </Form.Item>
      </FormSection>
    </FormPage>
  )
}

export default function MeetingPictures() {
  const meetingId = useMeetingId()
  const read = useCall(pictureCalls.list, { meetingId })
  return (
    <ContentsPage
      noun="图片"
      path={PICTURES}
      read={read}
      add={pictureCalls.add}
      rows={({ rows }) => <ImageList kind="picture" meetingId={meetingId} rows={rows} />}
      form={(onDone) => <NewPictures meetingId={meetingId} onDone={onDone} />}
    />
  )
}
