// The report of a visit: who was met, the result, what was heard of each product, pictures, the next step.
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { getVisit, reportVisit, VISIT_PICTURES_MAX, type VisitDetail } from '#contract/visits/visits.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { useStoredOrClose } from '#web/kit/use-stored.ts'
import { usePersonNames } from '#web/pickers/use-person-names.ts'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { problemOfTalks, type TypedTalk, talksOf, typedTalk } from './talks.rules.ts'
import { TalksInput } from './talks-input.tsx'
import { deviceToken } from './visit-device.ts'
import { TalkTexts } from './visit-fields.tsx'
import { siteReads, visitReads } from './visit-labels.tsx'
import { uploadMarked } from './watermark-picture.ts'

type Values = {
  met: string
  aim: string
  lateReason: string
  result: string
  talks: TypedTalk[]
  pictures: UploadedFile[]
  nextOn: string | null
  nextText: string
  nextUserId: string | null
}

const valuesOf = ({
  met,
  aim,
  lateReason,
  result,
  talks,
  pictures,
  nextOn,
  nextText,
  nextUserId,
}: VisitDetail): Values => ({
  met,
  aim,
  lateReason,
  result,
  pictures,
  nextOn,
  nextText,
  nextUserId,
  talks: talks.map(typedTalk),
})

/** What to do, and by whom, belongs to a day. */
function NextFields({ ownerName }: { ownerName: string }) {
  const hasNext = Boolean(Form.useWatch('nextOn', Form.useFormInstance<Values>()))
  return (
    <>
      <DayField of={reportVisit} name="nextOn" />
      {hasNext && (
        <>
          <Field of={reportVisit} name="nextText" />
          <Field of={reportVisit} name="nextUserId">
            <UserPicker placeholder={`拜访人（${ownerName}）`} />
          </Field>
        </>
      )}
    </>
  )
}

export function ReportDialog({ id, onClosed }: { id: string; onClosed: () => void }) {
  const personName = usePersonNames()
  const [isUploading, setUploading] = useState(false)
  const stored = useStoredOrClose(getVisit, { id }, onClosed)
  if (!stored) return null
  const returned = stored.returnedAt === null ? undefined : stored.notes.findLast(({ kind }) => kind === 'return')
  const labels: Labels<Values> = {
    met: ['对方人员', textOrDash],
    aim: ['拜访目的', textOrDash],
    lateReason: ['补报原因', textOrDash],
    result: ['拜访结果', textOrDash],
    talks: ['各产品情况', (talks) => <TalkTexts of={talks} />],
    pictures: ['图片', (pictures) => textOrDash(pictures.map(({ name }) => name).join('、'))],
    nextOn: ['下一步日期', textOrDash],
    nextText: ['下一步', textOrDash],
    nextUserId: ['由谁跟进', (userId) => (userId === null ? '拜访人' : (personName(userId) ?? '—'))],
  }
  return (
    <FormDialog<typeof reportVisit, Values, VisitDetail>
      title={`拜访报告：${stored.enterpriseName}`}
      endpoint={reportVisit}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels }}
      draft={`visit-report-${id}`}
      input={({ met, aim, lateReason, result, talks, pictures, nextOn, nextText, nextUserId }) => ({
        id,
        met: met ?? '',
        aim,
        lateReason: lateReason ?? '',
        result,
        talks: talksOf(talks),
        ...deviceToken(),
        pictureIds: pictures.map((picture) => picture.id),
        ...(nextOn ? { nextOn, nextText: nextText ?? '', nextUserId: nextUserId ?? null } : { nextOn: null }),
      })}
      success="报告已保存"
      invalidates={[...visitReads, ...siteReads]}
      verb="保存"
      onClosed={onClosed}
    >
      {returned && (
        <Alert className="visit-returned" type="warning" title={`${returned.authorName}退回：${returned.text}`} />
      )}
      {stored.arrivedAt === null && (
        <Field of={reportVisit} name="lateReason" hint="没有到达记录的报告为补报，须说明原因。" isRequired />
      )}
      <Field of={reportVisit} name="met" isRequired={false} hint="见了谁，例如：陈经理、林工。" />
      <Field of={reportVisit} name="aim" />
      <Field of={reportVisit} name="result" rows={4} />
      <Form.Item
        name="talks"
        label="各产品情况"
        rules={[
          {
            validator: async (_rule, talks: TypedTalk[]) => {
              const problem = problemOfTalks(talks)
              if (problem) throw new Error(problem)
            },
          },
        ]}
      >
        <TalksInput />
      </Form.Item>
      <Form.Item
        name="pictures"
        label="图片"
        rules={[
          {
            validator: async () => {
              if (isUploading) throw new Error('图片还在上传，请稍候')
            },
          },
        ]}
      >
        <FileUpload
          aria-label="图片"
          purpose="image"
          max={VISIT_PICTURES_MAX}
          send={uploadMarked(stored.enterpriseName, stored.ownerName)}
          onBusy={setUploading}
        />
      </Form.Item>
      <NextFields ownerName={stored.ownerName} />
    </FormDialog>
  )
}
