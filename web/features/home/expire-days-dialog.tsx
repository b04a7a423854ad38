// Dialog for the number of days before expiry from which accounts are on a follow-up board.
import { InputNumber } from 'antd'
import { type BoardType, getUsersHomePageConfig, saveUserExpireDaysConfig } from '#contract/home/home.ts'
import { EXPIRE_DAYS_MAX } from '#contract/limits.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

type Props = { configType: BoardType; title: string; days: number; onClosed: () => void }

export default function ExpireDaysDialog({ configType, title, days, onClosed }: Props) {
  return (
    <FormDialog
      title={`${title}的提醒天数`}
      endpoint={saveUserExpireDaysConfig}
      initial={{ days }}
      input={(values) => ({ configType, days: values.days })}
      success="提醒天数已保存"
      invalidates={[getUsersHomePageConfig]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveUserExpireDaysConfig} name="days" hint={`从到期前多少天开始提醒，1 至 ${EXPIRE_DAYS_MAX} 天`}>
        <InputNumber
          min={1}
          max={EXPIRE_DAYS_MAX}
          precision={0}
          changeOnWheel={false}
          suffix="天"
          style={{ width: 160 }}
        />
      </Field>
    </FormDialog>
  )
}
