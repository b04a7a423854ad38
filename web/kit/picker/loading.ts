/** Props of antd's Select whose options are read from the server: until they are there, what is chosen shows `…`, not its id. */
export const whileLoading = (isLoading: boolean) => ({
  loading: isLoading,
  ...(isLoading && { labelRender: () => '…' }),
})
