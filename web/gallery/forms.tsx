// Forms and the dialogs of acts: drafts, conflicts, previews, outcomes, undo.
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { applyRegistration } from '#contract/members/registrations.ts'
import { checkMobile } from '#contract/validation.ts'
import { ConflictDialog } from '#web/kit/dialog/conflict-dialog.tsx'
import { InUseDialog } from '#web/kit/dialog/in-use-dialog.tsx'
import { OutcomeDialog } from '#web/kit/dialog/outcome-dialog.tsx'
import { PreviewDialog, PreviewText } from '#web/kit/dialog/preview-dialog.tsx'
import { UndoToast } from '#web/kit/dialog/undo-toast.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDraftBar } from '#web/kit/form/form-draft-bar.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { conflicts, drafts, inUse, outcomes, previews } from './form-samples.ts'
import { Opener, Part, State } from './part.tsx'

type Applicant = { company: string; contact: string; mobile: string; remark: string }
const nobody: Applicant = { company: '', contact: '', mobile: '', remark: '' }

function SampleForm({ onSaved }: { onSaved: (values: Applicant) => void }) {
  const [form] = Form.useForm<Applicant>()
  return (
    <FormPage
      form={form}
      initial={nobody}
      isSaving={false}
      onSave={async (values) => {
        onSaved(values)
        return true
      }}
      onSaved={() => undefined}
      onCancel={() => form.resetFields()}
    >
      <FormSection title="申请人">
        <Field of={applyRegistration} name="company" />
        <Field of={applyRegistration} name="contact" />
        <Field of={applyRegistration} name="mobile" check={checkMobile}>
          <Input maxLength={20} inputMode="numeric" />
        </Field>
        <Field of={applyRegistration} name="remark" hint="可不填。" rows={2} />
      </FormSection>
    </FormPage>
  )
}

type SampleProps = { name: string; onConfirmed: () => void; onClosed: () => void }

function SamplePreview({ name, onConfirmed, onClosed }: SampleProps) {
  const [isOpen, setOpen] = useState(true)
  const { notice, preview } = previews[name] ?? { notice: undefined, preview: { text: '', groups: [] } }
  return (
    <PreviewDialog
      title="批量授权"
      verb="授权"
      isDanger={false}
      isOpen={isOpen}
      isRunning={false}
      notice={notice}
      onConfirm={() => {
        onConfirmed()
        setOpen(false)
      }}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <PreviewText {...preview} />
    </PreviewDialog>
  )
}

export function Forms() {
  return (
    <Part
      id="forms"
      title="表单"
      about="规则来自接口声明；第一个错误获得焦点；Ctrl+S 保存；草稿在崩溃后可恢复。"
      isWide
    >
      <State<Applicant | null> name="表单" first={null}>
        {(_, onChange) => <SampleForm onSaved={onChange} />}
      </State>
      <State<string> name="草稿" first="">
        {(_, onChange) => (
          <FormDraftBar savedAt={drafts.savedAt} restore={() => onChange('恢复')} discard={() => onChange('丢弃')} />
        )}
      </State>
      {Object.entries(conflicts).map(([name, differences]) => (
        <State<readonly string[] | string> key={name} name={name} first="">
          {(_, onChange) => (
            <Opener label="保存时发现新版本">
              {(close) => (
                <ConflictDialog
                  differences={differences}
                  onSave={(mine) => {
                    onChange(mine)
                    close()
                  }}
                  onTakeTheirs={() => {
                    onChange('采用最新版本')
                    close()
                  }}
                  onClose={close}
                />
              )}
            </Opener>
          )}
        </State>
      ))}
    </Part>
  )
}

export function Acts() {
  const { message } = App.useApp()
  return (
    <Part id="acts" title="操作前后" about="600 先预览再确认，602 逐行说明结果，能撤销的在提示中撤销。">
      {Object.keys(previews).map((name) => (
        <State<number> key={name} name={name} first={0}>
          {(times, onChange) => (
            <Opener label="批量授权">
              {(close) => <SamplePreview name={name} onConfirmed={() => onChange(times + 1)} onClosed={close} />}
            </Opener>
          )}
        </State>
      ))}
      {Object.entries(outcomes).map(([name, rows]) => (
        <State<number> key={name} name={name} first={rows.length}>
          {() => (
            <Opener label="查看结果">
              {(close) => <OutcomeDialog title="批量授权" rows={rows} onClosed={close} />}
            </Opener>
          )}
        </State>
      ))}
      <State name="正在使用" first={inUse.length}>
        {() => <Opener label="删除">{(close) => <InUseDialog rows={inUse} onClosed={close} />}</Opener>}
      </State>
      <State<string> name="撤销" first="启用">
        {(_, onChange) => (
          <Button
            onClick={() => {
              onChange('已禁用')
              const key = 'gallery-undo'
              const close = () => message.destroy(key)
              const content = <UndoToast text="禁用成功" onUndo={() => onChange('启用')} onClose={close} />
              void message.open({ type: 'success', content, duration: 0, key })
            }}
          >
            禁用
          </Button>
        )}
      </State>
    </Part>
  )
}
