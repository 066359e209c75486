export { lockFolder, lockFolderIfFree, lockFolderWhenFree, urlOfRunning } from './data-folder.ts';
export { startPostgres } from './supervisor.ts';
