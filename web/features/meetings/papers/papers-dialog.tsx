import { type PaperKind, printPapers } from '#contract/meetings/papers.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

type Values = { kind: PaperKind; text: string }

export function PapersDialog({ meetingId, onClosed }: { meetingId: string; onClosed: () => void }) {
  return (
    <FormDialog<typeof printPapers, Values>
      title="打印"
      endpoint={printPapers}
      initial={{ kind: 'badges', text: '' }}
      input={({ kind, text }) => ({ meetingId, kind, text: text.trim() })}
      success="正在排版，完成后在右上角的下载中心下载"
      invalidates={[queryOwnJobs]}
      verb="打印"
      isDanger={false}
      onClosed={onClosed}
    >
      <ChoiceField
        of={printPapers}
        name="kind"
        hint="胸牌 90 × 54 毫米，每页 10 张；桌签对折，每页 2 张；台卡每桌 1 页。"
      />
      <Field
        of={printPapers}
        name="text"
        isRequired={false}
        hint="只打印姓名、单位或票号含有它的人；不填为全部，台卡总是全部。"
      />
    </FormDialog>
  )
}
