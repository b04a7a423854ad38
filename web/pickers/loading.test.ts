import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { queryClient } from '#web/lib/query.ts'
import { DeptPicker, DeptsPicker } from './dept-picker.tsx'
import { NewsCategoryPicker } from './news-category-picker.tsx'
import { RolePicker, RolesPicker } from './role-picker.tsx'
import { UserPicker } from './user-picker.tsx'

const ID = '40217'
const pickers: Record<string, ReactElement> = {
  departments: createElement(DeptsPicker, { value: [ID] }),
  department: createElement(DeptPicker, { value: ID }),
  'news category': createElement(NewsCategoryPicker, { value: ID }),
  roles: createElement(RolesPicker, { value: [ID] }),
  role: createElement(RolePicker, { value: ID }),
  person: createElement(UserPicker, { value: ID, placeholder: '请选择' }),
}

// rendered without a server: no read has been answered
it.each(Object.entries(pickers))('until its options are read, a picker shows `…` and no id: %s', (_name, picker) => {
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, picker))
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('…')
  expect(text).not.toContain(ID)
})
