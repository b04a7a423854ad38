// The pickers of people and departments in their states.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { DeptPicker, DeptsPicker } from '#web/pickers/dept-picker.tsx'
import { UserPicker, UsersPicker } from '#web/pickers/user-picker.tsx'
import { answered, waiting } from './answers.ts'
import { Part, State } from './part.tsx'

/** A picker with its label, as in a form. */
function Named({ name, children }: { name: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{name}</label>
      {children(id)}
    </>
  )
}

const placeholder = '请选择人员'
const nobody: string | null = null

export function People() {
  return (
    <QueryClientProvider client={answered}>
      <Part id="people" title="人员与部门" about="人员按部门分组，可按姓名或部门查找；已停用的人只在已选时显示。">
        <State<string | null> name="选择人员" first={nobody}>
          {(value, onChange) => (
            <Named name="负责人">
              {(id) => (
                <UserPicker id={id} placeholder={placeholder} without={['1']} value={value} onChange={onChange} />
              )}
            </Named>
          )}
        </State>
        <State<string | null> name="已选的人停用" first="6">
          {(value, onChange) => (
            <Named name="审核人">
              {(id) => <UserPicker id={id} placeholder={placeholder} value={value} onChange={onChange} />}
            </Named>
          )}
        </State>
        <State name="选择多人" first={['2', '9']}>
          {(value, onChange) => (
            <Named name="抄送">
              {(id) => <UsersPicker id={id} placeholder={placeholder} value={value} onChange={onChange} />}
            </Named>
          )}
        </State>
        <State<string | null> name="选择部门" first={nobody}>
          {(value, onChange) => (
            <Named name="所属部门">{(id) => <DeptPicker id={id} value={value} onChange={onChange} />}</Named>
          )}
        </State>
        <State name="选择多个部门" first={['3', '5']}>
          {(value, onChange) => (
            <Named name="接收部门">{(id) => <DeptsPicker id={id} value={value} onChange={onChange} />}</Named>
          )}
        </State>
        <QueryClientProvider client={waiting}>
          <State<string | null> name="人员加载中" first={nobody}>
            {(value, onChange) => (
              <Named name="接收人">
                {(id) => <UserPicker id={id} placeholder={placeholder} value={value} onChange={onChange} />}
              </Named>
            )}
          </State>
        </QueryClientProvider>
      </Part>
    </QueryClientProvider>
  )
}
