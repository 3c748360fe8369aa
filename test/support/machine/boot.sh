# Boots systemd on a copy of this machine's files, in namespaces of its own: see throwaway-machine.ts.
# Argument: an empty folder.
set -eu
mount -t tmpfs -o size=4g tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" overlay "$1/root"
cd "$1/root"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
# Without the services of this machine, and what would set up its kernel and its disks.
for folder in etc/systemd/system usr/lib/systemd/system/*.target.wants; do
  mount -t tmpfs tmpfs "$folder"
done
: > etc/fstab
: > etc/machine-id
ip link set lo up
printf '%s\n' '[Unit]' 'Requires=sysinit.target systemd-journald.service' 'After=systemd-journald.service' \
  > etc/systemd/system/throwaway.target
mkdir -p old-root
pivot_root . old-root
umount -l old-root
# As in a container, systemd leaves the settings of the kernel alone.
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=throwaway.target --show-status=no
