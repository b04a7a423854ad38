// The fields of a meeting's news, and how they are saved.
import { Form, Input } from 'antd'
import { useState } from 'react'
import { emptyBody } from '#contract/articles/body.ts'
import { textOf } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import {
  addMeetingNews,
  editMeetingNews,
  getMeetingNews,
  listMeetingNews,
  type NewsDetail,
} from '#contract/meetings/meeting-news.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useRowSave } from '#web/kit/form/use-row-save.ts'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { BodyText } from '#web/kit/rich-text/rich-text.tsx'
import { ImageUpload } from '#web/kit/upload/upload-image.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { notify } from '#web/lib/notify.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { uploadPicture } from '../meeting-uploads.ts'

type Values = { title: string; source: string; day: string; cover: UploadedFile | null; body: BodyNode }

const valuesOf = ({ title, source, day, cover, body }: NewsDetail): Values => ({ title, source, day, cover, body })

const differencesOf = differencesBy<Values>({
  title: ['标题', textOrDash],
  source: ['来源', textOrDash],
  day: ['日期', textOrDash],
  cover: ['封面', (cover) => cover?.name ?? '—'],
  body: ['正文', (body) => textOrDash(textOf(body).trim())],
})

type NewsEditorProps = EditorProps<NewsDetail> & {
  /** Of a new one. */
  meetingId: string
}

export function NewsEditor({ stored, meetingId, onTakeTheirs, onSaved, onCancel }: NewsEditorProps) {
  const [form] = Form.useForm<Values>()
  const [isUploading, setUploading] = useState(false)
  const [initial] = useState<Values>(() =>
    stored ? valuesOf(stored) : { title: '', source: '', day: serverToday(), cover: null, body: emptyBody },
  )
  const versions = useVersions({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave<typeof addMeetingNews, typeof editMeetingNews>({
    add: addMeetingNews,
    edit: editMeetingNews,
    invalidates: [listMeetingNews, getMeetingNews],
    versions,
  })
  const save = async ({ cover, ...values }: Values) => {
    if (isUploading) {
      notify.warning('图片还在上传，请稍候')
      return false
    }
    return saving.save({ ...values, coverId: cover?.id ?? null }, { meetingId })
  }
  return (
    <>
      <FormPage
        form={form}
        initial={initial}
        isSaving={saving.isSaving}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `meeting-news-${stored.id}` : `meeting-news-of-${meetingId}`}
      >
        <FormSection title={stored ? '新闻' : '新增新闻'}>
          <Field of={addMeetingNews} name="title">
            <Input maxLength={100} showCount autoComplete="off" />
          </Field>
          <Field of={addMeetingNews} name="source" isRequired={false} />
          <DayField of={addMeetingNews} name="day" allowClear={false} />
          <Form.Item name="cover" label="封面">
            <ImageUpload aria-label="封面" send={uploadPicture} />
          </Form.Item>
          <Form.Item name="body" label="正文" required>
            <BodyText aria-label="正文" onBusy={setUploading} />
          </Form.Item>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
