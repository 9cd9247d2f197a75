/** A file and its path in the folder that it was dropped with. */
export type Dropped = { file: File; path: string };

/** Collects all dropped files, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((e) => e !== null);
  if (entries.length === 0) return chosenFiles(transfer.files);
  const found: Dropped[] = [];
  for (const entry of entries) await collect(entry, "", found);
  return found;
}

/** The files of an input. Files of a folder keep their path in it. */
export function chosenFiles(files: FileList): Dropped[] {
  return [...files].filter((f) => !hidden(f.name)).map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function collect(entry: FileSystemEntry, folder: string, found: Dropped[]): Promise<void> {
  if (hidden(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    found.push({ file, path: folder + entry.name });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader returns its entries in batches; an empty batch is the end.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const inside of some) await collect(inside, `${folder}${entry.name}/`, found);
  }
}

/** Files that operating systems create next to people's files. */
function hidden(name: string): boolean {
  return name.startsWith(".") || name === "Thumbs.db" || name === "desktop.ini";
}
