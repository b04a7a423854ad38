// The form of a document, new or stored, with its file.
import { Form } from 'antd'
import {
  addDocument,
  type DocumentDetail,
  type DocumentForm,
  editDocument,
  getDocument,
  getDocumentForm,
  queryDocuments,
} from '#contract/members/documents.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { useStoredOrClose } from '#web/kit/use-stored.ts'
import { actText } from '#web/lib/act-toast.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { DictionaryInput } from '#web/pickers/dictionary-input.tsx'

type Values = Omit<DocumentForm, 'fileId' | 'day'> & { day: string | null; files: UploadedFile[] }

const formOf = ({ files, day, ...values }: Values): DocumentForm => ({
  ...values,
  day: day ?? '',
  fileId: files[0]?.id ?? null,
})

const valuesOf = ({ title, kind, summary, day, file }: DocumentDetail): Values => ({
  title,
  kind,
  summary,
  day,
  files: file ? [file] : [],
})

const labels: Labels<Values> = {
  title: ['标题', textOrDash],
  kind: ['类别', textOrDash],
  day: ['日期', textOrDash],
  summary: ['摘要', textOrDash],
  files: ['文件', ([file]) => textOrDash(file?.name)],
}

const shownIn = [queryDocuments, getDocument, getDocumentForm]

function DocumentFields() {
  return (
    <>
      <Field of={addDocument} name="title" />
      <Field of={addDocument} name="kind" isRequired={false}>
        <DictionaryInput dictionary="documentKind" maxLength={32} />
      </Field>
      <DayField of={addDocument} name="day" />
      <Field of={addDocument} name="summary" isRequired={false} rows={4} />
      <Form.Item name="files" label="文件" extra={<span className="field-hint">发布前须上传，最多一个。</span>}>
        <FileUpload aria-label="文件" max={1} />
      </Form.Item>
    </>
  )
}

export function NewDocument({ subProduct, onClosed }: { subProduct: SubProductKey; onClosed: () => void }) {
  return (
    <FormDialog<typeof addDocument, Values>
      title="新增文档"
      endpoint={addDocument}
      initial={{ title: '', kind: '', summary: '', day: serverToday(), files: [] }}
      input={(values) => ({ subProduct, ...formOf(values) })}
      success={actText('add')}
      invalidates={shownIn}
      verb="保存"
      onClosed={onClosed}
    >
      <DocumentFields />
    </FormDialog>
  )
}

export function EditDocument({ id, onClosed }: { id: string; onClosed: () => void }) {
  const stored = useStoredOrClose(getDocumentForm, { id }, onClosed)
  if (!stored) return null
  const { version, title } = stored
  return (
    <FormDialog<typeof editDocument, Values, DocumentDetail>
      title={`编辑文档：${title}`}
      endpoint={editDocument}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels }}
      input={(values) => ({ id, version, ...formOf(values) })}
      success={actText('edit')}
      invalidates={shownIn}
      verb="保存"
      onClosed={onClosed}
    >
      <DocumentFields />
    </FormDialog>
  )
}
